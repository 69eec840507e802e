import fc from "fast-check";
import { generatedName, randomPart, readGeneratedName } from "../../../provider/lifecycle/generated-name";

const urn = (name: string): string => `urn:pulumi:dev::project::pulumi-nodejs:dynamic/payments:ApiKey::${name}`;

test("is logical name, tag and random part", () => {
  expect(generatedName(urn("ci"), "0a1b2c3d", "abcdefgh")).toBe("ci-0a1b2c3d-abcdefgh");
});

test("still is a name where the SDK class told nothing", () => {
  expect(generatedName("", "", "abcdefgh")).toBe("key-abcdefgh");
});

test("keeps a logical name that holds the separator of urns", () => {
  expect(generatedName(urn("team::ci"), "0a1b2c3d", "abcdefgh")).toBe("team::ci-0a1b2c3d-abcdefgh");
});

test("is well-formed text of at most 255 characters, whatever the logical name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 300 }), (logical) => {
      const name = generatedName(urn(logical), "0a1b2c3d", "abcdefgh");
      expect(name.length).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/\p{Cs}/u);
      expect(name).toMatch(/-0a1b2c3d-abcdefgh$/);
    }),
  );
  expect(generatedName(urn(`${"a".repeat(79)}😀`), "0a1b2c3d", "abcdefgh")).not.toMatch(/\p{Cs}/u);
});

test("the random part is eight characters that are hard to confuse, and no two are alike", () => {
  const parts = Array.from({ length: 2_000 }, randomPart);
  expect(parts.every((part) => /^[a-km-np-z2-9]{8}$/.test(part))).toBe(true);
  expect(new Set(parts).size).toBe(parts.length);
});

test("is read back into its parts, whatever the logical name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }), (text) => {
      const logical = Array.from(text).slice(0, 80).join("").trimStart() || "ci";
      const random = randomPart();
      expect(readGeneratedName(generatedName(urn(logical), "0a1b2c3d", random))).toEqual({
        logical,
        tag: "0a1b2c3d",
        random,
      });
    }),
  );
});

test("no other name is taken for one that was made here", () => {
  const others = [
    "ci",
    "",
    "ci-0a1b2c3d",
    "ci-0a1b2c3d-abcdefg",
    "ci-0a1b2c3d-abcdefgl",
    "ci-0A1B2C3D-abcdefgh",
    "-0a1b2c3d-abcdefgh",
  ];
  for (const name of [...others, "ci-0a1b2c3d-abcdefgh-old"]) expect(readGeneratedName(name)).toBeUndefined();
  expect(readGeneratedName(" ci-0a1b2c3d-abcdefgh\n")).toMatchObject({ tag: "0a1b2c3d" });
});
