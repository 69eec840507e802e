import fc from "fast-check";
import { bearsMark, keyName, rotationIdOf } from "../../../../provider/resources/rotating-api-key/mark";

const labels = ["billing"];
const one = { generation: 1, labels };

test("a key's name bears the mark of its rotation, in every generation since, and of no other; what imitates it does not", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), fc.nat(50), (label, generation, other) => {
      const mine = rotationIdOf("0a1b2c3d");
      const name = keyName(mine, generation, label);
      const labels = ["other", label];
      expect(bearsMark(name, mine, { generation, labels })).toBe(true);
      expect(bearsMark(name, mine, { generation: Math.max(generation - 1, generation + other), labels })).toBe(true);
      expect(bearsMark(name, rotationIdOf("ffffffff"), { generation, labels })).toBe(false);
      for (const imitation of [`Copy of ${name}`, `reports for ${name}`, `${name}-copy`])
        expect(bearsMark(imitation, mine, { generation, labels })).toBe(false);
    }),
  );
});

test.each(["", "0a1b2c3d", "of-two"])(
  "the tag %j of a rotation stands in its id and in the names of its keys",
  (tag) => {
    const dashed = tag === "" ? "" : `${tag}-`;
    const mine = rotationIdOf(tag);
    expect(mine).toMatch(new RegExp(`^rotation-${dashed}[a-z2-9]{8}$`));
    expect(keyName(mine, 1, "billing")).toMatch(new RegExp(`^billing-${dashed}[a-z2-9]{8}$`));
    if (tag !== "") expect(bearsMark(keyName(mine, 1, "billing"), mine, one)).toBe(true);
  },
);

test("a mark under another tag is no mark of this rotation, nor one that stands elsewhere in a name", () => {
  const mine = rotationIdOf("0a1b2c3d");
  const name = keyName(mine, 1, "billing");
  expect(bearsMark(name.replace("0a1b2c3d", "ffffffff"), mine, one)).toBe(false);
  expect(bearsMark(name.slice(name.lastIndexOf("-") + 1), mine, one)).toBe(false);
  expect(bearsMark(`${name}-billing`, mine, one)).toBe(false);
});

test("of a hundred thousand names of other generations and rotations of the same tag, next to none is taken for one's own", () => {
  const mine = rotationIdOf("0a1b2c3d");
  let mistaken = 0;
  for (let count = 0; count < 50_000; count++) {
    if (bearsMark(keyName(mine, 7, "billing"), mine, one)) mistaken++;
    if (bearsMark(keyName(rotationIdOf("0a1b2c3d"), 1, "billing"), mine, one)) mistaken++;
  }
  expect(mistaken).toBeLessThanOrEqual(4);
});

test("attempts have names of their own: two of a million are alike", () => {
  const id = rotationIdOf("0a1b2c3d");
  // Among a hundred, one pair in two hundred runs.
  expect(new Set(Array.from({ length: 100 }, () => keyName(id, 1, "billing"))).size).toBeGreaterThanOrEqual(99);
});

test("a name that a service trimmed, padded or wrote in capitals still bears its mark, and a foreign one does not", () => {
  const id = rotationIdOf("0a1b2c3d");
  expect(bearsMark(` ${keyName(id, 2, "billing").toUpperCase()} `, id, { generation: 2, labels })).toBe(true);
  for (const name of ["", "billing", "billing-0a1b2c3d-", "billing-0a1b2c3d-abcdefgh", "0a1b2c3d"])
    expect(bearsMark(name, id, { generation: 2, labels })).toBe(false);
});
