import { createCaller } from "../../provider/api/call";
import { type ErrorCode, PaymentServiceError } from "../../provider/api/errors";
import type { Answer, Failure } from "../../provider/api/exchange";
import type { HttpMethod } from "../../provider/api/operations";
import { createRate } from "../../provider/api/rate";
import { parseJson } from "../../provider/api/read-answer";
import { dateMs } from "../../provider/api/retry-after";
import type { Dependencies } from "../../provider/api/service";
import { createTransport, type Transport } from "../../provider/api/transport";
import type { Connection } from "../../provider/configuration/connection";
import { knownSecrets } from "../../provider/text/secrets";

/** What came of one request to the service. */
export interface ProbeResponse {
  /** What came last, if an answer came whole. Its body may hold values of keys: nothing of it is shown as it is. */
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

export interface ProbeRequest {
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

/** Sends requests of any kind by the provider's own calls, with their retries. It never throws because of an answer. */
export interface ProbeClient {
  get(request: ProbeRequest): Promise<ProbeResponse>;
  /** Creates a key of the doctor's own. Anything else is sent from within the gate of writes alone. */
  write(write: OwnWrite): Promise<ProbeResponse>;
  close(): Promise<void>;
}

/** `say` gets one line before each request. */
export interface DoctorDependencies extends Dependencies {
  /** Wall clock, in milliseconds since 1970. */
  nowMs(): number;
}

/** Longest time for one request, all its attempts together, in milliseconds. */
const longestMs = 30_000;

export function createProbeClient(
  connection: Connection,
  writes: boolean,
  dependencies: DoctorDependencies,
): ProbeClient {
  const { serviceUrl } = connection;
  const { timeouts, readOnly } = connection.settings;
  const settings = {
    ...connection.settings,
    readOnly: readOnly || !writes,
    timeouts: { ...timeouts, totalMs: Math.min(longestMs, timeouts.totalMs) },
  };
  knownSecrets.learn(settings.apiKey);
  const transports = new Map<string, Transport>();
  const transportOf = (apiKey: string): Transport => {
    const transport = transports.get(apiKey) ?? createTransport({ ...settings, apiKey }, serviceUrl);
    transports.set(apiKey, transport);
    return transport;
  };

  const send = async (request: ProbeRequest & { method: HttpMethod; body?: unknown }): Promise<ProbeResponse> => {
    const { method, path, body, accountId = connection.accountId, credential = settings.apiKey } = request;
    dependencies.say(`${method} ${path}`);
    const nowMs = dependencies.nowMs();
    const response: ProbeResponse = { body: undefined, limited: false, beganMs: nowMs, endedMs: nowMs };
    const transport = transportOf(credential);
    const recording: Transport = {
      ...transport,
      exchange: async (sent) => {
        response.beganMs = dependencies.nowMs();
        const exchange = await transport.exchange(sent);
        const { answer, failure } = exchange;
        const date = answer && dateMs(answer);
        Object.assign(response, { answer, failure, dateMs: date, endedMs: dependencies.nowMs() });
        response.limited ||= answer?.status === 429;
        return exchange;
      },
    };
    const rate = createRate(1, dependencies);
    const caller = createCaller({
      settings,
      serviceUrl,
      transport: recording,
      rate,
      secrets: knownSecrets,
      dependencies,
    });
    try {
      const does = { plain: `complete ${method} ${path}`, to: method };
      await caller.call({ operation: { does, method, path, repeatable: method === "GET" }, accountId, body });
    } catch (error) {
      if (!PaymentServiceError.isInstance(error)) throw error;
      response.problem = { code: error.code, sentence: error.message };
    }
    return { ...response, body: response.answer && parseJson(response.answer.text) };
  };

  return {
    get: (request) => send({ ...request, method: "GET" }),
    write: send,
    close: async () => void (await Promise.all([...transports.values()].map((each) => each.close()))),
  };
}
