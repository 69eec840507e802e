import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const create = (body: unknown, headers = {}) => sandbox.call("POST", "/v1/customers", { headers, body });

test("creating a customer answers 201 with the record, id included", async () => {
  const given = {
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Lovelace",
    metadata: { plan: "gold", seats: 3, beta: true },
  };
  const { status, body } = await create(given);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^cus_[0-9a-f]{16}$/),
      account_id: sandbox.accountId,
      ...given,
      created_at: "2026-01-01T00:00:00.000Z",
    },
  ]);
});

test("no input is required, and one e-mail address may belong to several customers", async () => {
  expect((await create({})).body).toMatchObject({ email: null, first_name: null, last_name: null, metadata: {} });
  const twice = [await create({ email: "a@example.com" }), await create({ email: "a@example.com" })];
  expect(twice.map(({ status }) => status)).toEqual([201, 201]);
  expect(twice[0]!.body.id).not.toBe(twice[1]!.body.id);
});

test("creating a customer triggers no event", async () => {
  await create({});
  expect((await sandbox.call("GET", "/v1/events")).body.total).toBe(0);
});

test.each([
  ["email", { email: "ada" }],
  ["email", { email: null }],
  ["first_name", { first_name: "" }],
  ["last_name", { last_name: "a\nb" }],
  ["metadata", { metadata: "gold" }],
  ["metadata", { metadata: Object.fromEntries([...Array(51).keys()].map((key) => [`k${key}`, 1])) }],
  ["metadata.plan", { metadata: { plan: { name: "gold" } } }],
  ["metadata.plan", { metadata: { plan: "x".repeat(501) } }],
  [`metadata.${"k".repeat(41)}`, { metadata: { ["k".repeat(41)]: "x" } }],
  ["phone", { phone: "1" }],
])("a bad %s is refused and named: %j", async (param, body) => {
  const reply = await create(body);
  expect([reply.status, reply.body.error.param]).toEqual([400, param]);
});

test("with a partner id the first payment call fails saying that the operation is not enabled for this account", async () => {
  const { status, body } = await create({}, { "payments-account": sandbox.partnerAccountId });
  expect([status, body.error.message]).toEqual([
    403,
    expect.stringMatching(/operation is not enabled for this account/i),
  ]);
});
