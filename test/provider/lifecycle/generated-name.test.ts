import fc from "fast-check";
import { generatedName, randomPart } from "../../../provider/lifecycle/generated-name.js";

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
