/** Runs jobs of one key one after another, and jobs of different keys side by side. */
export type KeyQueue = <T>(id: string, job: () => Promise<T>) => Promise<T>;

export function createKeyQueue(): KeyQueue {
  const tails = new Map<string, Promise<unknown>>();
  return async (id, job) => {
    const before = tails.get(id) ?? Promise.resolve();
    const mine = before.then(job, job);
    tails.set(id, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(id) === mine) tails.delete(id);
    }
  };
}
