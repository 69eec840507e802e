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

/** The queue of the keys of one account at one service, whatever credential a write is made with. */
export type KeyQueues = (serviceUrl: string, accountId: string) => KeyQueue;

export function createKeyQueues(): KeyQueues {
  const queues = new Map<string, KeyQueue>();
  return (serviceUrl, accountId) => {
    const key = `${serviceUrl} ${accountId}`;
    const queue = queues.get(key) ?? createKeyQueue();
    queues.set(key, queue);
    return queue;
  };
}
