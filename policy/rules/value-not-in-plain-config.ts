import { z } from "zod";
import { settingFor } from "../facts.js";
import { stackRule, violation } from "../rule.js";
import { stackItself } from "../rule-helpers/stack-itself.js";
import { entriesIn } from "../text/entries-in.js";
import { matchesAny } from "../text/glob.js";
import { compilePattern, patternSchema } from "../text/pattern.js";

const config = z.object({
  shapes: z.array(patternSchema).default([]).meta({
    description: "Regular expressions for other values that are credentials, each for a whole word.",
  }),
  ignore: z.array(z.string()).default([]).meta({
    description: "Keys of the configuration that hold no credential, such as `shop:theme`; `*` and `?` stand for any.",
  }),
});

/** The document does not show the form of a key's value, so a value is known by its place, and guessed by its shape. */
const keyShape = /^(sk|rk|whsec)[-_][A-Za-z0-9_-]{8,}$/;

export const valueNotInPlainConfig = stackRule<typeof config>({
  name: "value-not-in-plain-config",
  title: "No credential stands in clear in the stack's configuration.",
  why: "The configuration of a stack is committed: whoever reads the repository, today or in ten years, has the key.",
  fix: "Replace the key in the service, since it has been seen, and set the new one with --secret.",
  level: "mandatory",
  config,

  check(resources, { config: { shapes, ignore }, stack }) {
    const own = shapes.map(compilePattern);
    const isCredential = (word: string): boolean => keyShape.test(word) || own.some((shape) => shape.matches(word));
    const place = stackItself(resources);
    const address = settingFor(stack, "baseUrl");
    return Object.entries(stack.config).flatMap(([key, value]) => {
      if (matchesAny(ignore, key)) return [];
      return pathsInClear({ key, value, address }, isCredential).map((path) => {
        const flag = path === key ? key : `--path '${path}'`;
        const fix = `Replace the key in the service, since it has been seen, and run: pulumi config set --secret ${flag}.`;
        return violation(`${path} holds what looks like a credential, in clear.`, { path, fix, ...place });
      });
    });
  },

  example: {
    failing: { program: "", stackConfig: { "payments:apiKey": "made-by-hand" } },
    passing: { program: "", stackConfig: { "payments:accountId": "acct_123" } },
  },
  notes:
    "`payments:apiKey` and the `apiKey` of a profile are credentials whatever they look like, unless their service runs on this machine. Elsewhere in the configuration, of any namespace, words that begin with `sk_`, `rk_` or `whsec_` are taken for credentials, and those of your own `shapes`; publishable keys (`pk_`) are public. The value is never shown.",
});

interface Entry {
  key: string;
  value: unknown;
  /** Of the stack's service. */
  address: unknown;
}

/** Where an entry of the configuration holds a credential in clear. What is marked as a secret is no text here. */
function pathsInClear({ key, value, address }: Entry, isCredential: (word: string) => boolean): string[] {
  if (typeof value !== "string") return [];
  if (key === "payments:apiKey") return isLocal(address) ? [] : [key];
  if (key === "payments:profiles") return credentialsOfProfiles(value, address).map((path) => `${key}.${path}`);
  return value.split(/[\s"'`,;=&]+/).some(isCredential) ? [key] : [];
}

function credentialsOfProfiles(text: string, address: unknown): string[] {
  const inClear = [...entriesIn(text)].filter(([, profile]) => {
    const { apiKey, baseUrl = address } = objectOf(profile);
    return typeof apiKey === "string" && !isLocal(baseUrl);
  });
  return inClear.map(([name]) => `${name}.apiKey`);
}

/** A service of this machine is a sandbox: its keys open nothing. */
function isLocal(address: unknown): boolean {
  return (
    typeof address === "string" && /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i.test(address)
  );
}

const objectOf = (value: unknown): Record<string, unknown> => Object(value);
