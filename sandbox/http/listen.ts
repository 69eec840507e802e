import { once } from "node:events";
import { createServer, isIP, type Server } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Resolve } from "../webhooks/resolve";

/** Told by a system that lacks an address or a whole family of them. */
const lacking = ["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"];

/**
 * Listens on every address of the host that this machine has: `localhost` is often two. All connections come to the one HTTP server, so
 * that each is treated alike. Resolves with the port.
 * @throws the error of the system, if the first address or one that is there cannot be listened on
 */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  resolve: Resolve,
): Promise<number> {
  const [first = host, ...others] = isIP(host) ? [host] : [...new Set(await resolve(host))];
  await app.listen({ host: first, port });
  const taken = (app.server.address() as { port: number }).port;
  for (const address of others) await alsoListenOn(app, address, taken);
  return taken;
}

async function alsoListenOn(app: FastifyInstance, address: string, port: number): Promise<void> {
  const door: Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit("connection", socket),
  );
  // Connections are those of the HTTP server, which breaks them off when it closes.
  app.server.once("close", () => door.close());
  try {
    door.listen({ host: address, port });
    await once(door, "listening");
  } catch (error) {
    if (!lacking.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
