import fc from "fast-check";
import { visibleIn } from "../../../provider/api/visible-value";
import { type SelfEvidence, selfVerdictOf } from "../../../provider/guards/credential";

const value = "sk_live_aaaaaaaaaaaaab12";
const another = "sk_live_bbbbbbbbbbbbcd34";
const shown = (id: string, text: string | undefined) => ({
  id,
  visible: text === undefined ? undefined : visibleIn(text),
});
const evidence: SelfEvidence = { id: "key_1", credentials: [{ value }], shown: [] };
const judge = (change: Partial<SelfEvidence>) => selfVerdictOf({ ...evidence, ...change });

test.each<[string, Partial<SelfEvidence>, string]>([
  ["the value that we hold is the credential", { recordedValue: value }, "self"],
  ["the value that we hold is another", { recordedValue: another }, "other"],
  ["the credential's id is told, and is this key's", { credentials: [{ value, apiKeyId: "key_1" }] }, "self"],
  ["the credential's id is told, and is another's", { credentials: [{ value, apiKeyId: "key_2" }] }, "other"],
  [
    "the value says that it is, and a stale id that it is not",
    { recordedValue: value, credentials: [{ value, apiKeyId: "key_2" }] },
    "self",
  ],
  [
    "the value says that it is not, and a stale id that it is",
    { recordedValue: another, credentials: [{ value, apiKeyId: "key_1" }] },
    "other",
  ],
  ["nothing is known", {}, "unknown"],
  ["the list shows nothing of values", { shown: [shown("key_1", undefined), shown("key_2", undefined)] }, "unknown"],
  ["the list shows what every key has", { shown: [shown("key_1", "sk_live_****")] }, "unknown"],
  [
    "what the list shows fits the credential alone",
    { shown: [shown("key_1", "sk_live_****ab12"), shown("key_2", "sk_live_****cd34")] },
    "self",
  ],
  [
    "what the list shows fits the credential at another key alone",
    { shown: [shown("key_1", "sk_live_****cd34"), shown("key_2", "sk_live_****ab12")] },
    "other",
  ],
  [
    "what the list shows fits the credential at two keys",
    { shown: [shown("key_1", "sk_live_****ab12"), shown("key_2", "sk_live_****ab12")] },
    "unknown",
  ],
  [
    "what the list shows fits the credential at two others",
    { shown: [shown("key_1", "****cd34"), shown("key_2", "****ab12"), shown("key_3", "****ab12")] },
    "unknown",
  ],
  ["what the list shows fits no key", { shown: [shown("key_1", "****cd34"), shown("key_2", "****ef56")] }, "unknown"],
  [
    "another key is found out, and nothing is shown of this one",
    { shown: [shown("key_1", undefined), shown("key_2", "****ab12")] },
    "unknown",
  ],
  [
    "the value that somebody gave is contradicted by what the list shows",
    { recordedValue: another, shown: [shown("key_1", "sk_live_****ab12")] },
    "self",
  ],
  [
    "the value that somebody gave agrees with what the list shows",
    { recordedValue: another, shown: [shown("key_1", "sk_live_****cd34")] },
    "other",
  ],
  [
    "it is the credential of another profile",
    { recordedValue: another, credentials: [{ value }, { value: another }] },
    "self",
  ],
  [
    "only one of two credentials is told",
    { credentials: [{ value, apiKeyId: "key_2" }, { value: another }] },
    "unknown",
  ],
  [
    "both of two credentials are told, and are others'",
    {
      credentials: [
        { value, apiKeyId: "key_2" },
        { value: another, apiKeyId: "key_3" },
      ],
    },
    "other",
  ],
])("where %s", (_what, change, expected) => {
  expect(judge(change)).toBe(expected);
});

const secret = fc.stringMatching(/^sk_live_[a-f0-9]{24}$/);

test("whatever part of values a service shows: the key that is the credential is never taken for another", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(secret, { minLength: 1, maxLength: 6 }),
      fc.nat(12),
      fc.nat(6),
      fc.boolean(),
      (values, head, tail, isShown) => {
        const redacted = (each: string): string => `${each.slice(0, head)}****${tail === 0 ? "" : each.slice(-tail)}`;
        const keys = values.map((each, index) => shown(`key_${index}`, isShown ? redacted(each) : undefined));
        const credentials = [{ value: values[0]! }];
        expect(selfVerdictOf({ id: "key_0", credentials, shown: keys })).not.toBe("other");
        expect(selfVerdictOf({ id: "key_0", credentials, shown: keys, recordedValue: values[0] })).toBe("self");
        for (const index of values.keys()) {
          if (index === 0) continue;
          const id = `key_${index}`;
          expect(selfVerdictOf({ id, credentials, shown: keys })).not.toBe("self");
          expect(selfVerdictOf({ id, credentials, shown: keys, recordedValue: values[index] })).toBe("other");
        }
      },
    ),
  );
});
