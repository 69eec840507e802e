import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(stopAll);

const lists = ["/v1/api-keys", "/v1/accounts", "/v1/events"];

describe.each(lists)("the page of %s", (path) => {
  test.each(["0", "00", "999999999", "9999999999", "9007199254740991"])(
    "begins at an offset of %s, and is empty behind the last item",
    async (offset) => {
      const { status, body } = await sandbox.call("GET", `${path}?offset=${offset}`);
      expect([status, body.offset, body.has_more]).toEqual([200, Number(offset), false]);
      if (Number(offset) > 0) expect(body.items).toEqual([]);
    },
  );

  test("is empty behind the last item, however many digits its offset has", async () => {
    const { status, body } = await sandbox.call("GET", `${path}?offset=${"9".repeat(500)}`);
    expect([status, body.items]).toEqual([200, []]);
  });

  test.each(["offset", "limit"])("is refused where %s is given twice, and says so", async (name) => {
    const { status, body } = await sandbox.call("GET", `${path}?${name}=1&${name}=2`);
    expect([status, body.error.param, body.error.message]).toEqual([400, name, `${name}: is given more than once.`]);
  });

  test.each(["-0", "+1", "1.0", "1e3", " 1", "０", "0x1", "Infinity"])("takes %j for no number", async (given) => {
    const { status, body } = await sandbox.call("GET", `${path}?offset=${encodeURIComponent(given)}`);
    expect([status, body.error.message]).toEqual([400, "offset: must be a whole number, zero or more."]);
  });
});

test("the list of transitions takes any offset, too", async () => {
  const { status, body } = await sandbox.admin("GET", "/clock/transitions?offset=9007199254740991&limit=99999999999");
  expect([status, body]).toEqual([200, { total: 0, offset: Number.MAX_SAFE_INTEGER, limit: 10_000, items: [] }]);
});
