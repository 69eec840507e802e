import fc from "fast-check";
import { createScrubber } from "../../../policy/wire/scrub.js";

test("what was learnt is taken out, plain and as JSON writes it", () => {
  const scrubber = createScrubber();
  scrubber.learn('se"cret');
  expect(scrubber.text(`saw se"cret and ${JSON.stringify({ a: 'se"cret' })}`)).toBe(
    'saw [secret] and {"a":"[secret]"}',
  );
});

test("what is shorter than four characters is left: it is in every word", () => {
  const scrubber = createScrubber();
  scrubber.learn("abc");
  expect(scrubber.text("abc")).toBe("abc");
});

test("no secret is left in any text, whichever is part of which", () => {
  const secrets = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 4, maxLength: 8 }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(secrets, fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 40 }), (learnt, text) => {
      const scrubber = createScrubber();
      for (const secret of learnt) scrubber.learn(secret);
      const clean = scrubber.text(text);
      expect(learnt.filter((secret) => clean.includes(secret))).toEqual([]);
    }),
  );
});
