import { privateStateIn, triggerMark } from "../../../../provider/resources/rotating-api-key/private-state";

const shown = { id: "key_2", name: "two", since: "2026-01-01T00:00:00Z" };

test("what state keeps goes before what it shows", () => {
  const privateState = { current: { ...shown, createdAt: "2026-01-01T00:00:00Z" }, generation: 2 };
  expect(privateStateIn({ privateState, outputs: { current: { ...shown, id: "key_9" } } })).toStrictEqual(privateState);
});

test("where it keeps no key, the keys that it shows are its own; when one retired is not known then", () => {
  const outputs = { current: shown, retiring: { ...shown, id: "key_1", mayGoAt: "2026-01-02T00:00:00Z" } };
  expect(privateStateIn({ privateState: {}, outputs })).toEqual({
    current: shown,
    retiring: { ...shown, id: "key_1", retiredAt: "" },
  });
  expect(privateStateIn({ privateState: {}, outputs: { current: "key_2", retiring: 3 } })).toStrictEqual({});
});

test("a mark tells two triggers apart and shows neither", () => {
  expect(triggerMark("2026-q1")).toBe(triggerMark("2026-q1"));
  expect(triggerMark("2026-q1")).not.toBe(triggerMark("2026-q2"));
  expect(triggerMark("secret")).toMatch(/^[0-9a-f]{16}$/);
});
