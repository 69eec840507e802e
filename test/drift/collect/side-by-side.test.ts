import { sideBySide } from "../../../drift/collect/side-by-side";

test("so many at once and no more, answers in the order of the items", async () => {
  let running = 0;
  let most = 0;
  const results = await sideBySide([3, 1, 2, 0, 4], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 0, 40]);
  expect(most).toBe(2);
});

test("no items are no work", async () => {
  expect(await sideBySide([], 4, async () => 1)).toEqual([]);
});
