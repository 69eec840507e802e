import { start, stopAll } from "../harness";

afterEach(stopAll);

test("GET /v1/accounts with the partner's id lists the partner and its merchants, most recent first", async () => {
  const sandbox = await start();
  const second = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body;
  expect(second).toEqual({
    id: expect.stringMatching(/^acct_/),
    kind: "merchant",
    partner_id: sandbox.partnerAccountId,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  await sandbox.admin("POST", "/accounts", { kind: "partner" });
  const { body } = await sandbox.call("GET", "/v1/accounts", {
    headers: { "payments-account": sandbox.partnerAccountId },
  });
  expect(body).toMatchObject({ total: 3, has_more: false });
  expect(body.items.map((account: { id: string }) => account.id)).toEqual([
    second.id,
    sandbox.accountId,
    sandbox.partnerAccountId,
  ]);
});

test("GET /v1/accounts with a merchant's id lists that merchant", async () => {
  const sandbox = await start();
  const { body } = await sandbox.call("GET", "/v1/accounts");
  expect(body.items).toEqual([
    expect.objectContaining({ id: sandbox.accountId, kind: "merchant", partner_id: sandbox.partnerAccountId }),
  ]);
});
