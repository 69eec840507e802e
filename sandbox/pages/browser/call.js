/** A call that was refused, with what the sandbox said. `status` is 0 where nobody answered. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {{ code?: string, param?: string }} [more]
   */
  constructor(status, message, more = {}) {
    super(message);
    this.status = status;
    this.code = more.code;
    this.param = more.param;
  }
}

/**
 * Calls the sandbox that served this page.
 * @param {string} method
 * @param {string} path
 * @param {{ headers: Record<string, string>, body?: unknown, signal?: AbortSignal }} request
 * @returns {Promise<any>} the answer's JSON
 * @throws {Refusal}
 */
export async function call(method, path, { headers, body, signal }) {
  /** @type {RequestInit} */
  const init = { method, headers, credentials: "omit", cache: "no-store" };
  if (body !== undefined) {
    init.headers = { ...headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  if (signal !== undefined) init.signal = signal;
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    if (signal?.aborted) throw new Refusal(0, "Stopped on the way. What was due before is done.");
    throw new Refusal(0, "The sandbox does not answer. It may have been stopped.");
  }
  const text = await response.text();
  const answer = text === "" ? undefined : JSON.parse(text);
  if (response.ok) return answer;
  throw new Refusal(
    response.status,
    answer?.error?.message ?? `The sandbox answered ${response.status}.`,
    answer?.error,
  );
}
