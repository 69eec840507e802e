import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createTransport } from "../../../provider/api/transport";
import { settingsFor } from "./support";

test("where a run only reads, nothing but GET is sent, and not even a connection is made", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createTransport(settingsFor(url, { readOnly: true }), url);
  const request = { path: "/v1/api-keys", accountId: "acct_1", budgetMs: 20_000 };
  try {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      expect(await transport.exchange({ method, ...request })).toMatchObject({ failure: { kind: "read-only" } });
    }
    expect(connections).toBe(0);
    await transport.exchange({ method: "GET", ...request });
    expect(connections).toBe(1);
  } finally {
    await transport.close();
    server.close();
  }
});
