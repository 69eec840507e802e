import { ownNamePrefix } from "../../../cli/doctor/own-keys";
import { exitOf } from "../../../cli/doctor/report";
import { type Dialect, type DialectService, examined, speaking } from "./dialect";

const open: DialectService[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});
async function service(dialect: Dialect): Promise<DialectService> {
  const started = await speaking(dialect);
  open.push(started);
  return started;
}

/** The calls of a run from the first one that makes a key, by their number. */
let calls: number[] = [];
beforeAll(async () => {
  const plain = await speaking();
  await examined(plain, { write: true });
  const first = plain.requests.findIndex(({ method }) => method === "POST");
  calls = plain.requests.map((_, index) => index).slice(first);
  await plain.close();
});

test.each(["reset", "500", "page"] as const)(
  "whichever call is answered with %s, no own key is left",
  async (effect) => {
    let struck = -1;
    const other = await service(({ before }) => {
      if (before !== struck) return undefined;
      if (effect === "reset") return "reset";
      return effect === "500"
        ? { status: 500, body: {} }
        : { status: 200, headers: { "content-type": "text/html" }, body: "<html>" };
    });
    for (const call of calls) {
      struck = other.requests.length + call;
      const { leftBehind } = await examined(other, { write: true });
      expect([call, leftBehind, await other.names()]).toEqual([call, [], []]);
    }
  },
  120_000,
);

test("whenever it is interrupted, no own key is left, and it says that it is not finished", async () => {
  let at = -1;
  let controller = new AbortController();
  const other = await service(({ before }) => {
    if (before === at) controller.abort();
    return undefined;
  });
  for (const call of calls) {
    at = other.requests.length + call;
    controller = new AbortController();
    const report = await examined(other, { write: true, signal: controller.signal });
    expect([call, report.leftBehind, await other.names()]).toEqual([call, [], []]);
    expect([call, report.interrupted, exitOf(report)]).toEqual([call, true, 3]);
  }
}, 120_000);

test("a key that can't be removed is reported with its id, its name and what to do, and counts as found", async () => {
  const stubborn = await service(() => undefined);
  const { adminUrl, adminToken } = stubborn.sandbox;
  const fault = { operation: "DELETE /v1/api-keys/{id}", count: 100, effect: "status", status: 403 };
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  await fetch(`${adminUrl}/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
  const report = await examined(stubborn, { write: true });
  const names = (await stubborn.names()).map((name) => name.slice(0, `${ownNamePrefix}12345678`.length));
  expect(names).toHaveLength(2);
  expect(exitOf(report)).toBe(2);
  expect(report.leftBehind).toHaveLength(2);
  for (const name of names) {
    expect(report.leftBehind).toContainEqual(
      expect.stringMatching(
        new RegExp(`^API key key_\\w+ named ${name} may be left in account acct_\\w+: .*dashboard`),
      ),
    );
  }
});

test("of a key whose value the service does not show nothing is asked that takes it, and no call is sent without a credential", async () => {
  const silent = await service(({ method, path }, { body }) =>
    method === "POST" && path === "/v1/api-keys" ? { body: { ...body, value: null } } : undefined,
  );
  const report = await examined(silent, { write: true });
  const credentials = new Set(silent.requests.map(({ key }) => key));
  expect([...credentials].filter((key) => key === "" || key === "undefined")).toEqual([]);
  const check = report.checks.find(({ probe }) => probe.name === "publishable-set");
  expect(check?.verdict).toMatchObject({ verdict: "cannot tell", why: "what comes before it did not work" });
  expect([report.leftBehind, await silent.names()]).toEqual([[], []]);
});

test("a write that the settings forbid makes nothing, and says how to allow it", async () => {
  const plain = await service(() => undefined);
  const report = await examined(plain, { write: true, settings: { readOnly: true } });
  expect(new Set(plain.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  const { verdict } = report.checks.find(({ probe }) => probe.name === "creation-status")!;
  expect(verdict).toMatchObject({ verdict: "cannot tell", why: expect.stringContaining("only reads") });
  expect(exitOf(report)).toBe(3);
});

describe("a service that answers a creation with a key that was there before", () => {
  /** What stands in the place of the doctor's own keys: the key of a colleague, as the service shows it. */
  const answeringWith = async (
    lie: (shown: Record<string, unknown>, asked: { name: string; type: string }) => object,
  ) => {
    let shown: Record<string, unknown> = {};
    const hostile = await service(({ method, path, body }) =>
      method === "POST" && path === "/v1/api-keys"
        ? { status: 201, body: lie(shown, JSON.parse(body) as { name: string; type: string }) }
        : undefined,
    );
    const colleagues = await hostile.createKey({ name: "colleague's", scopes: ["accounts:read", "api_keys:read"] });
    const list = await fetch(`${hostile.sandbox.url}/v1/api-keys?limit=100`, {
      headers: { "payments-api-key": hostile.sandbox.apiKey, "payments-account": hostile.sandbox.accountId },
    });
    const { items } = (await list.json()) as { items: Record<string, unknown>[] };
    shown = { ...items.find(({ id }) => id === colleagues.id)!, value: "sk_live_planted0123456789abcdef" };
    return { hostile, id: colleagues.id };
  };

  test.each<[string, (shown: Record<string, unknown>, asked: { name: string; type: string }) => object]>([
    ["as it is", (shown) => shown],
    ["under the requested name and type", (shown, { name, type }) => ({ ...shown, name, type })],
  ])("%s: nothing is changed or deleted, and the report says so", async (_, lie) => {
    const { hostile, id } = await answeringWith(lie);
    const report = await examined(hostile, { write: true });
    const writes = hostile.requests.filter(({ method, path }) => method !== "GET" && path !== "/v1/api-keys");
    expect(writes.filter(({ path }) => path.includes(id))).toEqual([]);
    expect(await hostile.names()).toContain("colleague's");
    const { verdict } = report.checks.find(({ probe }) => probe.name === "creation-status")!;
    expect(verdict).toMatchObject({
      verdict: "differs",
      handled: false,
      seen: expect.stringContaining(`API key ${id} is left alone: it existed before the request`),
    });
    expect(exitOf(report)).toBe(2);
    // What the creations really made is found by its exact name, and removed.
    expect(await hostile.names()).toEqual(["colleague's"]);
  });

  test("a key that appears under an id of its own and is called otherwise in the list is left alone, and named", async () => {
    const hostile = await service(({ method, path }, { body }) =>
      method === "GET" && path.startsWith("/v1/api-keys?") && body.items
        ? {
            body: {
              ...body,
              items: body.items.map((item: { name: string }) => ({
                ...item,
                name: item.name.replace(ownNamePrefix, "Copy of "),
              })),
            },
          }
        : undefined,
    );
    const report = await examined(hostile, { write: true });
    expect(hostile.requests.filter(({ method, path }) => method !== "GET" && path !== "/v1/api-keys")).toEqual([]);
    expect(report.leftBehind).toHaveLength(2);
    expect(report.leftBehind[0]).toMatch(/is left alone: its name is "Copy of .*dashboard/);
  });
});

test("where the list can't be read completely, no key is made: nothing would prove afterwards that it is its own", async () => {
  const lying = await service(({ path }, { body }) =>
    path.startsWith("/v1/api-keys?offset=0&limit=100") ? { body: { ...body, total: body.total + 1 } } : undefined,
  );
  const report = await examined(lying, { write: true });
  expect(new Set(lying.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  const { verdict } = report.checks.find(({ probe }) => probe.name === "creation-status")!;
  expect(verdict).toMatchObject({ verdict: "cannot tell", because: "failed" });
});
