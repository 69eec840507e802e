import { z } from "zod";
import { settingFor } from "../facts";
import { stackRule, violation } from "../rule";
import { stackItself } from "../rule-helpers/stack-itself";
import { entriesIn } from "../text/entries-in";
import { matchesAny } from "../text/glob";
import { compilePattern, patternSchema } from "../text/pattern";

const config = z.object({
  shapes: z.array(patternSchema).default([]).meta({
    description: "Regular expressions for other credentials, in the syntax of RE2; each matches a whole word.",
  }),
  ignore: z.array(z.string()).default([]).meta({
    description:
      "Configuration keys that do not hold a credential, such as `shop:theme`, with the wildcards `*` and `?`.",
  }),
});

/** The document does not show the format of a key's value, so the rule knows a credential by its place, or guesses by its shape. */
const keyShape = /^(sk|rk|whsec)[-_][A-Za-z0-9_-]{8,}$/;

export const valueNotInPlainConfig = stackRule<typeof config>({
  name: "value-not-in-plain-config",
  title: "No credential is in plain text in the stack's configuration.",
  why: "The configuration of a stack is committed, so anyone who can read the repository has the key, even years later.",
  fix: "Replace the key in the service, because it was exposed, and set the new one with --secret.",
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
        const fix = `Replace the key in the service, because it was exposed, and run: pulumi config set --secret ${flag}.`;
        return violation(`${path} holds what looks like a credential, in plain text.`, { path, fix, ...place });
      });
    });
  },

  example: {
    failing: { program: "", stackConfig: { "payments:apiKey": "made-by-hand" } },
    passing: { program: "", stackConfig: { "payments:accountId": "acct_123" } },
  },
  notes:
    "`payments:apiKey` and the `apiKey` of a profile are always credentials, unless their service runs on this machine. In all other configuration, of any namespace, a word that begins with `sk_`, `rk_` or `whsec_`, or matches one of your `shapes`, is a credential. Publishable keys (`pk_`) are public. The value is never shown.",
});

interface Entry {
  key: string;
  value: unknown;
  /** Address of the stack's service. */
  address: unknown;
}

/** The paths of the credentials in plain text in a configuration entry. A secret entry is a marker here, not text. */
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

/** A service on this machine is a sandbox, and its keys are worth nothing. */
function isLocal(address: unknown): boolean {
  return (
    typeof address === "string" && /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i.test(address)
  );
}

const objectOf = (value: unknown): Record<string, unknown> => Object(value);
