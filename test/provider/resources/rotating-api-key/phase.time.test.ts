import { inWords } from "../../../../provider/resources/rotating-api-key/phase";

test.each([
  [0, "1 min"],
  [59_000, "1 min"],
  [119 * 60_000, "119 min"],
  [2 * 3_600_000, "2 h"],
  [47.9 * 3_600_000, "47 h"],
  [48 * 3_600_000, "2 days"],
  [30 * 86_400_000, "30 days"],
])("%d ms is %s", (ms, words) => {
  expect(inWords(ms)).toBe(words);
});
