import type { Properties } from "../../provider/lifecycle/inputs";
import type { ResourceClassName } from "../../provider/text/class-names";
import type { AdminKey } from "../e2e/harness/admin";
import type { Place } from "./place";

/** What a history consists of: what was there, what somebody did meanwhile, and the command that faults strike. */
export interface Scenario {
  name: string;
  className: ResourceClassName;
  command: "up" | "preview" | "refresh" | "destroy";
  /** The program that the stack was brought up with before; undefined: the stack is new. */
  before?: (place: Place) => Properties;
  meanwhile?: (place: Place) => Promise<void>;
  /** The program of the command. */
  program: (place: Place) => Properties;
  /** The key that the program wants, as the service is to show it in the end; undefined: it wants none of its own. */
  wants?: Partial<AdminKey>;
  /** The name of a key is the user's own: then nothing is deleted or recreated without a person. */
  userNamed?: boolean;
  /** The object that the stack recorded stays the same, and so does its value. */
  staysTheSame: boolean;
  /** Somebody deleted what the stack recorded. */
  isGone?: boolean;
  /** Scopes of the colleague's key in the end; default: as they were. */
  subjectScopes?: readonly string[];
}

const readOnly = ["accounts:read"];
const readWrite = ["accounts:read", "accounts:write"];
const applePay = ["apple_pay_domains:read", "apple_pay_domains:write"];

const secret = ({ accountId }: Place, more: Properties = {}): Properties => ({
  type: "secret",
  scopes: readOnly,
  accountId,
  ...more,
});
const publishable = ({ accountId }: Place): Properties => ({ type: "publishable", accountId });
const onSubject =
  (access: "read" | "readWrite") =>
  ({ accountId, subject }: Place): Properties => ({ apiKeyId: subject.id, access, accountId });
const endpoint = ({ accountId, endpointId }: Place): Properties => ({ endpointId, status: "active", accountId });

const rotating = ({ accountId }: Place, more: Properties = {}): Properties => ({
  scopes: readOnly,
  rotation: { trigger: "first", overlapHours: 24 },
  accountId,
  ...more,
});

/** Its overlap is over with the next run: an hour by a billion. */
const rotatedBriefly = (place: Place): Properties =>
  rotating(place, { rotation: { trigger: "second", overlapHours: 1e-9 } });

const key = (name: string, rest: Omit<Scenario, "name" | "className">): Scenario => ({
  name: `key: ${name}`,
  className: "ApiKey",
  ...rest,
});
const rotation = (name: string, rest: Omit<Scenario, "name" | "className">): Scenario => ({
  name: `rotation: ${name}`,
  className: "RotatingApiKey",
  ...rest,
});
const scopes = (name: string, rest: Omit<Scenario, "name" | "className">): Scenario => ({
  name: `apple pay: ${name}`,
  className: "ApplePayDomainScopes",
  ...rest,
});
const hook = (name: string, rest: Omit<Scenario, "name" | "className" | "staysTheSame">): Scenario => ({
  name: `endpoint: ${name}`,
  className: "WebhookEndpoint",
  staysTheSame: true,
  ...rest,
});

export const scenarios: readonly Scenario[] = [
  key("create", { command: "up", program: secret, wants: { type: "secret", scopes: readOnly }, staysTheSame: false }),
  key("create with a name", {
    command: "up",
    program: (place) => secret(place, { name: "nightly job" }),
    wants: { name: "nightly job", scopes: readOnly },
    userNamed: true,
    staysTheSame: false,
  }),
  key("create publishable", {
    command: "up",
    program: publishable,
    wants: { type: "publishable" },
    staysTheSame: false,
  }),
  key("adopt and change", {
    command: "up",
    program: (place) => ({ ...secret(place), adoptId: place.subject.id, name: "adopted" }),
    subjectScopes: readOnly,
    staysTheSame: false,
  }),
  key("preview of a new one", {
    command: "preview",
    program: secret,
    wants: { type: "secret", scopes: readOnly },
    staysTheSame: false,
  }),
  key("preview", {
    command: "preview",
    before: secret,
    program: secret,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  key("refresh", {
    command: "refresh",
    before: secret,
    program: secret,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  key("update scopes", {
    command: "up",
    before: secret,
    program: (place) => secret(place, { scopes: readWrite }),
    wants: { scopes: readWrite },
    staysTheSame: true,
  }),
  key("update name and scopes", {
    command: "up",
    before: (place) => secret(place, { name: "one" }),
    program: (place) => secret(place, { name: "two", scopes: readWrite }),
    wants: { name: "two", scopes: readWrite },
    staysTheSame: true,
  }),
  key("repair drift", {
    command: "up",
    before: secret,
    meanwhile: async ({ lane, stack }) =>
      lane.admin.changeKey(stack.recorded!.id, { name: "renamed", scopes: readWrite }),
    program: secret,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  key("refresh of drift", {
    command: "refresh",
    before: secret,
    meanwhile: async ({ lane, stack }) => lane.admin.changeKey(stack.recorded!.id, { scopes: readWrite }),
    program: secret,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  key("replace a gone one", {
    command: "up",
    before: secret,
    meanwhile: ({ lane, stack }) => lane.admin.deleteKey(stack.recorded!.id),
    isGone: true,
    program: secret,
    wants: { scopes: readOnly },
    staysTheSame: false,
  }),
  key("replace by another type", {
    command: "up",
    before: secret,
    program: publishable,
    wants: { type: "publishable" },
    staysTheSame: false,
  }),
  key("destroy", { command: "destroy", before: secret, program: secret, staysTheSame: false }),
  rotation("create", {
    command: "up",
    program: rotating,
    wants: { type: "secret", scopes: readOnly },
    staysTheSame: false,
  }),
  rotation("preview", {
    command: "preview",
    before: rotating,
    program: rotating,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  rotation("refresh", {
    command: "refresh",
    before: rotating,
    program: rotating,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  rotation("update scopes", {
    command: "up",
    before: rotating,
    program: (place) => rotating(place, { scopes: readWrite }),
    wants: { scopes: readWrite },
    staysTheSame: true,
  }),
  rotation("rotate", {
    command: "up",
    before: rotating,
    program: (place) => rotating(place, { rotation: { trigger: "second", overlapHours: 24 } }),
    wants: { scopes: readOnly },
    staysTheSame: false,
  }),
  rotation("retire", {
    command: "up",
    before: rotating,
    meanwhile: async (place) => {
      const rotated = await place.stack.up(await place.lane.process("before"), rotatedBriefly(place));
      if (rotated.failed) throw new Error(`the rotation could not be prepared:\n${rotated.text}`);
    },
    program: rotatedBriefly,
    wants: { scopes: readOnly },
    staysTheSame: true,
  }),
  rotation("destroy", { command: "destroy", before: rotating, program: rotating, staysTheSame: false }),
  scopes("create", {
    command: "up",
    program: onSubject("readWrite"),
    subjectScopes: [...readWrite, ...applePay],
    staysTheSame: false,
  }),
  scopes("preview", {
    command: "preview",
    before: onSubject("read"),
    program: onSubject("read"),
    subjectScopes: [...readWrite, "apple_pay_domains:read"],
    staysTheSame: true,
  }),
  scopes("refresh", {
    command: "refresh",
    before: onSubject("read"),
    program: onSubject("read"),
    subjectScopes: [...readWrite, "apple_pay_domains:read"],
    staysTheSame: true,
  }),
  scopes("update", {
    command: "up",
    before: onSubject("read"),
    program: onSubject("readWrite"),
    subjectScopes: [...readWrite, ...applePay],
    staysTheSame: true,
  }),
  scopes("destroy", {
    command: "destroy",
    before: onSubject("readWrite"),
    program: onSubject("readWrite"),
    staysTheSame: false,
  }),
  hook("create, inactive", {
    command: "up",
    meanwhile: ({ lane, endpointId }) => lane.admin.setEndpoint(endpointId, "inactive"),
    program: endpoint,
  }),
  hook("preview", { command: "preview", before: endpoint, program: endpoint }),
  hook("refresh", { command: "refresh", before: endpoint, program: endpoint }),
  hook("repair", {
    command: "up",
    before: endpoint,
    meanwhile: ({ lane, endpointId }) => lane.admin.setEndpoint(endpointId, "inactive"),
    program: endpoint,
  }),
];
