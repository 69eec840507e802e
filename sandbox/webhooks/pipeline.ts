import { connect, type Socket } from "node:net";
import { takeAnswers } from "./answers";
import { answered, headersOf, type SentAttempt, type WebhookMessage } from "./message";
import { alwaysAnswering } from "./post";

/**
 * A reused connection to the sandbox itself, on which webhooks to its receivers follow each other without waiting for answers (HTTP/1.1
 * pipelining, RFC 9112 section 9.3.2): they arrive in the order of their jobs, and thousands take no longer than they must.
 */
export class Pipeline {
  private socket: Socket | undefined;

  constructor(
    private readonly timeoutMs: number,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => this.socket?.destroy(), { once: true });
  }

  /**
   * Sends them all and resolves with what came of the first of them: of all if each was answered, else up to the one that was not in
   * time. Of none, perhaps, if the connection broke off: then it is not known which one it was for. The others are to be sent again;
   * their receivers note nothing twice.
   */
  send(messages: readonly WebhookMessage[], addresses: readonly string[]): Promise<SentAttempt[]> {
    const socket = this.open(new URL(messages[0]!.url), addresses);
    return new Promise((resolve) => {
      const sent: SentAttempt[] = [];
      let unread = "";
      const end = (): void => {
        clearTimeout(timer);
        socket.removeAllListeners("data").removeListener("close", end);
        resolve(sent);
      };
      const timer = setTimeout(() => {
        sent.push({ outcome: "timeout", status: null });
        socket.destroy();
        end();
      }, this.timeoutMs);
      socket.on("data", (text: string) => {
        const { statuses, rest } = takeAnswers(unread + text);
        unread = rest;
        if (statuses.length === 0) return;
        sent.push(...statuses.map(answered));
        timer.refresh();
        if (sent.length >= messages.length) end();
      });
      socket.once("close", end);
      socket.write(messages.map(requestText).join(""));
    });
  }

  private open(target: URL, addresses: readonly string[]): Socket {
    if (this.socket?.writable) return this.socket;
    const host = target.hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(target.port), lookup: alwaysAnswering(addresses), noDelay: true });
    // Heads of answers are ASCII, and only their bytes are counted of the rest.
    socket.setEncoding("latin1");
    // What went wrong shows as a connection that closed.
    socket.on("error", () => undefined);
    if (this.signal.aborted) socket.destroy();
    this.socket = socket;
    return socket;
  }
}

function requestText(message: WebhookMessage): string {
  const { host, pathname, search } = new URL(message.url);
  // In the order in which Node's own client sends them: receivers note the same, whichever way it came.
  const headers = Object.entries({ ...headersOf(message), host, connection: "keep-alive" });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `POST ${pathname}${search} HTTP/1.1\r\n${head}\r\n${message.json}`;
}
