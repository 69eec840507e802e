import { createServer } from "node:http";

/**
 * Receives webhooks, and handles each event once, however often it is delivered.
 * @param {(event: { id: string, type: string, data: any }) => void} handle
 */
export function createReceiver(handle) {
  const handled = new Set();
  return createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const event = JSON.parse(body);
    try {
      if (!handled.has(event.id)) handle(event);
      handled.add(event.id);
      response.end();
    } catch {
      // Not 2xx: the service delivers it again.
      response.writeHead(500).end();
    }
  });
}
