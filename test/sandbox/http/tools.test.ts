import { Tools } from "../../../sandbox/http/tools";
import { type Harness, start, stopAll } from "../harness";

afterEach(stopAll);

const tools = () => new Tools(() => undefined);

test.each(["/", "/?x", "/openapi.json", "/_sandbox/overview", "/_sandbox/receivers/seed/inbox", "/_sandbox/"])(
  "a request to the sandbox itself, such as %s, takes no number of the service's",
  (url) => {
    const numbering = tools();
    expect([numbering.nameRequest(url), numbering.nameRequest("/v1/api-keys")]).toEqual([
      "own_00000001",
      "req_00000001",
    ]);
  },
);

test.each(["/v1/api-keys", "/v1/nothing", "/v2", "/_sandboxed", "*", "", undefined])(
  "any other, such as %s, has the service's next number",
  (url) => {
    const numbering = tools();
    expect([numbering.nameRequest(url), numbering.nextRequestId()]).toEqual(["req_00000001", "req_00000002"]);
  },
);

test("requests to the service are called the same, whether a page is open in a browser or not", async () => {
  const called = async (meanwhile: (sandbox: Harness) => Promise<unknown>) => {
    const sandbox = await start({ seed: "numbers" });
    const ids: string[] = [];
    for (let call = 0; call < 3; call++) {
      await meanwhile(sandbox);
      ids.push((await sandbox.call("POST", "/v1/customers", { body: { email: 1 } })).body.error.request_id);
    }
    return [ids, (await sandbox.admin("GET", "/requests")).body];
  };
  const alone = await called(async () => undefined);
  const watched = await called(async ({ url, admin }) => {
    await fetch(`${url}/`);
    await admin("GET", "/overview");
    await admin("GET", "/nothing");
  });
  expect(watched).toEqual(alone);
  expect(alone[0]).toEqual(["req_00000001", "req_00000002", "req_00000003"]);
});
