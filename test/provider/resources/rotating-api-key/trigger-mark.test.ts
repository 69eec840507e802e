import { triggerMark } from "../../../../provider/resources/rotating-api-key/trigger-mark";

test("a mark tells two triggers apart and shows neither", () => {
  expect(triggerMark("2026-q1")).toBe(triggerMark("2026-q1"));
  expect(triggerMark("2026-q1")).not.toBe(triggerMark("2026-q2"));
  expect(triggerMark("secret")).toMatch(/^[0-9a-f]{16}$/);
});
