import { fingerprintOf } from "../../../drift/report/fingerprint";
import { changed } from "../reports";

test("the same drift has one fingerprint, whenever and from wherever it was seen", () => {
  const later = {
    ...changed,
    why: "in other words",
    next: "elsewhere",
    stack: { ...changed.stack!, folder: "." },
    since: { firstSeen: "2030-01-01T00:00:00Z", timesSeen: 3 },
  };
  expect(fingerprintOf(later)).toBe(fingerprintOf(changed));
});

test("another resource, tier, wanted or live value is another finding", () => {
  const [field] = changed.fields;
  const others = [
    { ...changed, urn: `${changed.urn}-2` },
    { ...changed, id: "key_2" },
    { ...changed, tier: "gone" as const },
    { ...changed, fields: [{ ...field!, live: ["*"] }] },
    { ...changed, fields: [{ ...field!, wanted: ["*"] }] },
  ];
  const all = [changed, ...others].map(fingerprintOf);
  expect(new Set(all).size).toBe(all.length);
});

test("a resource that could not be read is one finding, whatever the reason of the night", () => {
  const unread = { ...changed, tier: "undetermined" as const, fields: [], why: "time-out" };
  expect(fingerprintOf({ ...unread, why: "connection refused" })).toBe(fingerprintOf(unread));
});
