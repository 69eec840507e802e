import { isPageInstead } from "../../provider/api/answer-body";
import { classify } from "../../provider/api/classify";
import { type ErrorCode, PaymentServiceError } from "../../provider/api/errors";
import type { Answer, Exchange, Failure } from "../../provider/api/exchange";
import type { HttpMethod } from "../../provider/api/operations";
import { parseJson } from "../../provider/api/read-answer";
import { retryDelayMs } from "../../provider/api/retry";
import { dateMs, retryAfterMs } from "../../provider/api/retry-after";
import { createTransport, type Transport } from "../../provider/api/transport";
import type { Connection } from "../../provider/configuration/connection";
import { knownSecrets } from "../../provider/text/secrets";

/** One question to the service, and what came of it. */
export interface Look {
  /** `GET /v1/api-keys?limit=100`. */
  asked: string;
  /** What came, if an answer came whole. Its body may hold values of keys: nothing of it is shown as it is. */
  answer?: Answer;
  /** The body, where it is JSON. */
  body: unknown;
  failure?: Failure;
  /** What anything but a success means, and what to do; free of secrets. */
  problem?: { code: ErrorCode; sentence: string };
  /** Whether one of the attempts was answered with 429. */
  limited: boolean;
  /** Wall clock, in milliseconds since 1970: when the last attempt began and ended. */
  beganMs: number;
  endedMs: number;
  /** The service's clock, as the answer tells it. */
  dateMs?: number;
}

export interface Question {
  /** Path under the service's address, encoded, with its query. */
  path: string;
  accountId?: string;
  /** Another credential than the configured one. */
  credential?: string;
}

/** A request that changes something, about a key of the doctor's own. */
export interface OwnWrite {
  method: Exclude<HttpMethod, "GET">;
  path: string;
  body?: unknown;
}

/** Asks, and never throws. Reads are asked again where a failure can pass; writes are sent once. */
export interface Asker {
  /** Sends GET and nothing else. */
  ask(question: Question): Promise<Look>;
  /** Creates a key of the doctor's own. Anything else is sent from within the gate of writes alone. */
  write(write: OwnWrite): Promise<Look>;
  close(): Promise<void>;
}

export interface AskerEdges {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  random(): number;
  /** One line before each question. */
  progress(line: string): void;
}

type Sent = Question & { method: HttpMethod; body?: unknown };

/** So much time one question may take, all its attempts together. */
const longestMs = 30_000;

export function createAsker(connection: Connection, writes: boolean, edges: AskerEdges): Asker {
  const { serviceUrl } = connection;
  const settings = { ...connection.settings, readOnly: connection.settings.readOnly || !writes };
  knownSecrets.learn(settings.apiKey);
  const transports = new Map<string, Transport>();
  const transportOf = (credential: string): Transport => {
    const transport = transports.get(credential) ?? createTransport({ ...settings, apiKey: credential }, serviceUrl);
    transports.set(credential, transport);
    return transport;
  };

  const look = async ({ method, path, body, ...named }: Sent): Promise<Look> => {
    const { accountId = connection.accountId, credential = settings.apiKey } = named;
    const asked = `${method} ${path}`;
    edges.progress(asked);
    const totalMs = Math.min(longestMs, settings.timeouts.totalMs);
    const firstMs = edges.nowMs();
    let limited = false;
    for (let attempts = 1; ; attempts += 1) {
      const beganMs = edges.nowMs();
      const elapsedMs = beganMs - firstMs;
      const budgetMs = totalMs - elapsedMs;
      const exchange = await transportOf(credential).exchange({ method, path, accountId, body, budgetMs });
      limited ||= exchange.answer?.status === 429;
      const judged = lookOf({ exchange, asked, serviceUrl, accountId, timeouts: settings.timeouts });
      const done: Look = { ...judged, limited, beganMs, endedMs: edges.nowMs() };
      const delayMs = retryDelayMs({
        exchange,
        repeatable: method === "GET",
        attempts: attempts + 2,
        elapsedMs: done.endedMs - firstMs,
        totalMs,
        retryAfterMs: exchange.answer === undefined ? undefined : retryAfterMs(exchange.answer),
        random: edges.random(),
      });
      const isGood = exchange.answer !== undefined && exchange.answer.status < 300;
      if (isGood || method !== "GET" || delayMs === undefined) return done;
      await edges.sleep(delayMs);
    }
  };

  return {
    ask: (question) => look({ ...question, method: "GET" }),
    write: look,
    close: async () => void (await Promise.all([...transports.values()].map((each) => each.close()))),
  };
}

interface Judged {
  exchange: Exchange;
  asked: string;
  serviceUrl: string;
  accountId: string;
  timeouts: Connection["settings"]["timeouts"];
}

function lookOf(judged: Judged): Pick<Look, "asked" | "answer" | "body" | "failure" | "problem" | "dateMs"> {
  const { exchange, asked, serviceUrl, accountId, timeouts } = judged;
  const { answer, failure } = exchange;
  if (answer !== undefined && answer.status < 300 && !isPageInstead(answer)) {
    const date = dateMs(answer);
    return { asked, answer, body: parseJson(answer.text), ...(date === undefined ? {} : { dateMs: date }) };
  }
  const [method = "GET", path = ""] = asked.split(" ");
  const operation = { method: method as HttpMethod, path, repeatable: method !== "POST" };
  const attempt = { operation: asked, serviceUrl, accountId };
  const details = classify(exchange, { operation, attempt, timeouts, secrets: knownSecrets });
  const problem = { code: details.code, sentence: new PaymentServiceError(details).message };
  if (failure !== undefined) return { asked, body: undefined, failure, problem };
  const date = dateMs(answer);
  return { asked, answer, body: parseJson(answer.text), problem, ...(date === undefined ? {} : { dateMs: date }) };
}
