import fc from "fast-check";
import { isFormOfName } from "../../../provider/api/contract/api-key";
import { type CreationBaseline, contraryEvidence } from "../../../provider/api/creation-evidence";

const nowMs = Date.parse("2026-06-01T12:00:30Z");
const wanted = { type: "secret", name: "ci-0123abcd-abcdefgh" } as const;
const nothing: CreationBaseline = { knows: () => false, wasListed: true, serviceNowMs: nowMs };
const key = { id: "key_1", ...wanted };

test("a key of the requested type and name that nobody saw before is the one that was created", () => {
  expect(contraryEvidence(wanted, key, nothing)).toBeUndefined();
  expect(contraryEvidence({ type: "secret" }, { ...key, name: "Secret key" }, nothing)).toBeUndefined();
});

test.each([
  ["existed before", key, { ...nothing, knows: (id: string) => id === "key_1" }],
  ["publishable", { ...key, type: "publishable" as const }, nothing],
  ['its name is "theirs"', { ...key, name: "theirs" }, nothing],
  ["created at 2026-06-01T11:00:00Z", { ...key, createdAt: "2026-06-01T11:00:00Z" }, nothing],
  ["created at 2026-06-01T13:00:00+02:00", { ...key, createdAt: "2026-06-01T13:00:00+02:00" }, nothing],
])("a key is not the one that was created where it says %j", (why, shown, before) => {
  expect(contraryEvidence(wanted, shown, before)).toContain(why);
});

test.each([
  "yesterday",
  "",
  "1700000000",
  "2025-01-01",
  "2026-06-01T11:59:31Z",
  "2026-06-01T11:59:00Z",
  "2026-06-01T11:58:31.5Z",
  "2026-06-01T17:00:00Z",
  "2026-13-45T99:99:99Z",
])("a creation time of %j, half a minute after noon, proves nothing", (createdAt) => {
  expect(contraryEvidence(wanted, { ...key, createdAt }, { ...nothing, serviceNowMs: nowMs - 60_000 })).toBeUndefined();
});

test.each([
  "about 2001-01-01 00:00:00Z",
  "2001-01-01 00:00:00Z (about)",
  "2001-02-30T99:00:00Z",
  "2001-01-01 00:00:00",
])("a creation time of %j is no date-time of the contract, and proves nothing however old", (createdAt) => {
  expect(contraryEvidence(wanted, { ...key, createdAt }, nothing)).toBeUndefined();
});

test.each([
  "2001-01-01T00:00:00Z",
  "2001-01-01T00:00Z",
  "2001-01-01T00:00:00.123456Z",
  "2001-01-01T00:00:00.5Z",
  "2001-01-01T00:00:00+0000",
  "2001-01-01T02:00:00.25+02:00",
  "2001-01-01 00:00:00Z",
  "2001-01-01t00:00:00z",
])("an old creation time counts in the form %j", (createdAt) => {
  expect(contraryEvidence(wanted, { ...key, createdAt }, nothing)).toBe(
    `the service says that it was created at ${createdAt}, before the request`,
  );
});

test.each([
  // A second may be cut off, and the clocks may be a minute apart.
  ["2026-06-01T12:00:30Z", "2026-06-01T11:59:29Z", false],
  ["2026-06-01T12:00:30Z", "2026-06-01T11:59:28.999Z", true],
  ["2026-06-01T12:00:30Z", "2026-06-01T11:59:28Z", true],
  // Where the seconds are cut off too, it is a minute more.
  ["2026-06-01T12:00:00Z", "2026-06-01T11:58:00Z", false],
  ["2026-06-01T12:00:00Z", "2026-06-01T11:58:00.000Z", false],
  ["2026-06-01T12:00:00Z", "2026-06-01T11:58Z", false],
  ["2026-06-01T12:00:00.001Z", "2026-06-01T11:58:00Z", true],
  ["2026-06-01T12:00:00Z", "2026-06-01T11:58:00.5Z", true],
  ["2026-06-01T12:00:00Z", "2026-06-01T11:58:00.001Z", true],
])("at %s a creation time of %s is before the request: %s", (now, createdAt, isBefore) => {
  const before = { ...nothing, serviceNowMs: Date.parse(now) };
  expect(contraryEvidence(wanted, { ...key, createdAt }, before) !== undefined).toBe(isBefore);
});

test("without the service's clock a creation time proves nothing", () => {
  const old = { ...key, createdAt: "2001-01-01T00:00:00Z" };
  expect(contraryEvidence(wanted, old, { ...nothing, serviceNowMs: undefined })).toBeUndefined();
});

test("a creation time rounded down to the second or the minute, within a minute of skew, is never held against a new key", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 59_000 }), (atMs, skewMs) => {
      const iso = new Date(atMs - skewMs).toISOString();
      const forms = [iso, `${iso.slice(0, 19)}Z`, `${iso.slice(0, 16)}:00Z`, `${iso.slice(0, 16)}Z`];
      for (const createdAt of forms)
        expect(contraryEvidence(wanted, { ...key, createdAt }, { ...nothing, serviceNowMs: atMs })).toBeUndefined();
    }),
  );
});

const spellings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.trim(),
  (name) => name.replace(/\s+/g, " ").trim(),
  (name) => name.normalize("NFC"),
  (name) => name.normalize("NFD"),
  (name) => name.normalize("NFKC"),
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, "_"),
  (name) => name.slice(0, 64),
];
/** Nothing is known to go on from here. */
const ascii = (name: string): string => name.replace(/[^ -~]/gu, "?");
const roundings: ((iso: string) => string | undefined)[] = [
  (iso) => iso,
  (iso) => `${iso.slice(0, 19)}Z`,
  (iso) => `${iso.slice(0, 16)}:00Z`,
  (iso) => iso.slice(0, 10),
  () => undefined,
];

test("no key that a request really created is taken for another, however the service spells it and its clock runs; one that was read before always is", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 0, maxLength: 60 }),
      fc.constantFrom(...spellings),
      fc.constantFrom(...spellings, ascii),
      fc.constantFrom(...roundings),
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: -59_000, max: 59_000 }),
      fc.boolean(),
      (text, spell, respell, round, atMs, skewMs, isTold) => {
        const name = `${text}-0123abcd-abcdefgh`;
        const createdAt = round(new Date(Math.max(0, atMs + skewMs)).toISOString());
        const shown = { ...key, name: spell(respell(name)), ...(createdAt === undefined ? {} : { createdAt }) };
        const before = { ...nothing, serviceNowMs: isTold ? atMs : undefined };
        expect(contraryEvidence({ type: "secret", name }, shown, before)).toBeUndefined();
        expect(contraryEvidence({ type: "secret", name }, shown, { ...before, knows: () => true })).toBeDefined();
      },
    ),
  );
});

test("a name that was trimmed, composed, lowered, cut or stripped of punctuation is a form of the requested one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
      const requested = `${text}-0123abcd-abcdefgh`;
      const forms = [
        requested.trim(),
        requested.normalize("NFC"),
        requested.normalize("NFD"),
        requested.replace(/\s+/g, " "),
        requested.toLowerCase(),
        requested.replaceAll("-", "_"),
      ];
      for (const form of forms) expect(isFormOfName(form, requested)).toBe(true);
    }),
  );
  expect(isFormOfName("checkout-service-of", "checkout-service-of-the-shop-0123abcd-abcdefgh")).toBe(true);
});

test.each([
  ["Copy of ci-0123abcd-abcdefgh", wanted.name],
  ["ci-0123abcd-abcdefgh (2)", wanted.name],
  ["ci", wanted.name],
  ["", wanted.name],
  ["", "***"],
  ["theirs", "mine"],
])("%j is no form of %j", (shown, requested) => {
  expect(isFormOfName(shown, requested)).toBe(false);
});
