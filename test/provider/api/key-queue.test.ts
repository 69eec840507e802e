import { createKeyQueue } from "../../../provider/api/key-queue";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe("jobs on keys", () => {
  test("jobs of one key run one after another, in order, even after a failure", async () => {
    const queue = createKeyQueue();
    const log: string[] = [];
    const job = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await pause(ms);
      log.push(`${name} ends`);
      if (name === "first") throw new Error("first failed");
      return name;
    };
    const outcomes = await Promise.allSettled([
      queue("a", job("first", 10)),
      queue("a", job("second", 1)),
      queue("a", job("third", 0)),
    ]);
    expect(log).toEqual(["first begins", "first ends", "second begins", "second ends", "third begins", "third ends"]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  test("jobs of different keys run side by side", async () => {
    const queue = createKeyQueue();
    let release = (): void => undefined;
    const blocked = queue("a", () => new Promise<void>((resolve) => (release = resolve)));
    expect(await queue("b", async () => "done")).toBe("done");
    release();
    await blocked;
  });
});
