/** Does the work for every item, so many at once, and answers in the order of the items. The first failure is thrown. */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let place = next++; place < items.length; place = next++) {
      results[place] = await work(items[place] as Item, place);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  return results;
}
