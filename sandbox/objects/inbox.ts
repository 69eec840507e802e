import { ServiceError } from "../core/errors";
import type { World } from "../core/world";
import type { ReceiverStep } from "./receiver-script";
import { type ReceivedRequest, receive } from "./receivers";

type Answer = ReceiverStep["status"];

interface Waiting {
  id: string;
  request: Pick<ReceivedRequest, "headers" | "body">;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Takes what is sent to receivers, in the order in which it came: all that one turn of the event loop brings in one transaction. */
export class Inbox {
  private waiting: Waiting[] = [];

  constructor(private readonly world: World) {}

  /**
   * Resolves with what the receiver is to answer, once the request is noted.
   * @throws ServiceError `not_found`
   */
  take(id: string, request: Waiting["request"]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, request, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.note());
    });
  }

  private note(): void {
    const taken = this.waiting;
    this.waiting = [];
    const ends: (() => void)[] = [];
    try {
      this.world.store.transaction(() => {
        for (const { id, request, resolve, reject } of taken) {
          const answer = this.noteOne(id, request);
          ends.push(() => (answer instanceof ServiceError ? reject(answer) : resolve(answer)));
        }
      });
    } catch (error) {
      for (const { reject } of taken) reject(error);
      return;
    }
    for (const end of ends) end();
  }

  /** A request to nobody takes nothing back of the others. */
  private noteOne(id: string, request: Waiting["request"]): Answer | ServiceError {
    try {
      return receive(this.world, id, request);
    } catch (error) {
      if (error instanceof ServiceError && error.code === "not_found") return error;
      throw error;
    }
  }
}
