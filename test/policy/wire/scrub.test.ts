import fc from "fast-check";
import { createScrubber } from "../../../policy/wire/scrub";

test("a learned secret is removed, in plain text and in JSON", () => {
  const scrubber = createScrubber();
  scrubber.learn('se"cret');
  expect(scrubber.text(`saw se"cret and ${JSON.stringify({ a: 'se"cret' })}`)).toBe(
    'saw [secret] and {"a":"[secret]"}',
  );
});

test("a secret shorter than four characters stays, because it is in every word", () => {
  const scrubber = createScrubber();
  scrubber.learn("abc");
  expect(scrubber.text("abc")).toBe("abc");
});

test("no secret is left in any text, even if one is part of another", () => {
  const secrets = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 4, maxLength: 8 }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(secrets, fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 40 }), (learned, text) => {
      const scrubber = createScrubber();
      for (const secret of learned) scrubber.learn(secret);
      const clean = scrubber.text(text);
      expect(learned.filter((secret) => clean.includes(secret))).toEqual([]);
    }),
  );
});
