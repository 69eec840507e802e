import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";
import { Engine } from "../../../sandbox/engine";
import { listenOn } from "../../../sandbox/http/listen";
import { buildServer } from "../../../sandbox/http/server";
import { readOptions } from "../../../sandbox/options";
import { readAnswer, speak } from "../raw";

let engine: Engine;
let app: FastifyInstance;
const others: Server[] = [];
beforeEach(() => {
  engine = new Engine(readOptions({ clock: "manual", host: "localhost" }));
  app = buildServer(engine, "the-admin-token", { headMs: 150, requestMs: 300, checkEveryMs: 20 });
});
afterEach(async () => {
  await app.close();
  await engine.stop();
  engine.world.store.close();
  for (const other of others.splice(0)) other.close();
});

/** A name that has both, as localhost has where there is IPv6. */
const both = async () => ["127.0.0.1", "127.0.0.2"];

describe("a name with several addresses", () => {
  test.each(["127.0.0.1", "127.0.0.2"])(
    "is listened to at %s as at any other: refusals, limits and all",
    async (at) => {
      const url = `http://${at}:${await listenOn(app, { host: "localhost", port: 0 }, both)}`;
      expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
      const outcomes = [
        await speak(url, "nonsense\r\n\r\n"),
        await speak(url, "CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        await speak(url, `GET /${"x".repeat(17_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
        await speak(url, "GET /_sandbox/health HTTP/1.1\r\nhost: attacker.example\r\nconnection: close\r\n\r\n"),
        await speak(url, "GET /_sandbox/health HTTP/1.1\r\nhost: localhost\r\nexpect: x\r\nconnection: close\r\n\r\n"),
        await speak(url, "GET / HTTP/1.1\r\nx: ", { listens: true }),
      ];
      expect(outcomes.map((text) => readAnswer(text).status)).toEqual([400, 405, 431, 403, 200, 408]);
    },
  );

  test("is let go of at all of them when the sandbox closes, with what is open there", async () => {
    const port = await listenOn(app, { host: "localhost", port: 0 }, both);
    const open = speak(`http://127.0.0.2:${port}`, "", { listens: true });
    await fetch(`http://127.0.0.2:${port}/_sandbox/health`);
    await app.close();
    expect(await open).toBe("");
    await expect(fetch(`http://127.0.0.2:${port}/_sandbox/health`)).rejects.toThrow();
  });

  test("is listened to where this machine has it: an address that is somebody else's is left out", async () => {
    const port = await listenOn(app, { host: "localhost", port: 0 }, async () => ["127.0.0.1", "192.0.2.1"]);
    expect((await fetch(`http://127.0.0.1:${port}/_sandbox/health`)).status).toBe(200);
  });

  test("is refused if another program has the port at one of them", async () => {
    const other = createServer().listen(0, "127.0.0.2");
    others.push(other);
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    await expect(listenOn(app, { host: "localhost", port }, both)).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

test("an address is listened to as it is, without asking what it means", async () => {
  const port = await listenOn(app, { host: "127.0.0.1", port: 0 }, async () => Promise.reject(new Error("asked")));
  expect((await fetch(`http://127.0.0.1:${port}/_sandbox/health`)).status).toBe(200);
});
