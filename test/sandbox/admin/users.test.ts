import { happenings } from "../happenings";
import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const make = async (user: object) => (await sandbox.admin("POST", "/users", user)).body;
const mail = async () => (await sandbox.admin("GET", "/mail")).body;

/** Lets the seed's endpoint fail until it is disabled. */
async function outage(): Promise<void> {
  const world = happenings(sandbox);
  await world.script({ status: 500 });
  await world.emit();
  await sandbox.advance({ seconds: 7 * 86_400 });
}

test("a user is made with technical e-mails on, and changed field by field", async () => {
  const user = await make({ email: "a@example.com", role: "owner" });
  expect(user).toEqual({
    id: expect.stringMatching(/^usr_/),
    email: "a@example.com",
    role: "owner",
    technical_emails: true,
  });
  const changed = await sandbox.admin("PATCH", `/users/${user.id}`, { technical_emails: false });
  expect([changed.status, changed.body]).toEqual([200, { ...user, technical_emails: false }]);
  expect((await sandbox.admin("PATCH", `/users/${user.id}`, { role: "member", email: "b@example.com" })).body).toEqual({
    ...user,
    technical_emails: false,
    role: "member",
    email: "b@example.com",
  });
  expect((await sandbox.admin("PATCH", "/users/usr_nobody", { role: "member" })).status).toBe(404);
});

test.each([{ email: "nobody", role: "owner" }, { email: "a@example.com" }, { email: "a@example.com", role: "guest" }])(
  "a user cannot be %j",
  async (user) => {
    expect((await sandbox.admin("POST", "/users", user)).status).toBe(400);
  },
);

test("notices go to owners and admins who did not opt out, and say how long is left and how to re-enable", async () => {
  await make({ email: "owner@example.com", role: "owner" });
  await make({ email: "member@example.com", role: "member" });
  await make({ email: "quiet@example.com", role: "admin", technical_emails: false });
  const later = await make({ email: "admin@example.com", role: "admin", technical_emails: false });
  await sandbox.admin("PATCH", `/users/${later.id}`, { technical_emails: true });
  await outage();
  const notices = await mail();
  const endpoint_id = sandbox.webhookEndpointId;
  const inactive = { at: "2026-01-04T00:00:00.000Z", kind: "endpoint_inactive", endpoint_id };
  const disabled = { at: "2026-01-08T00:00:00.000Z", kind: "endpoint_disabled", endpoint_id };
  expect(notices).toMatchObject([
    { ...inactive, to: "owner@example.com" },
    { ...inactive, to: "admin@example.com" },
    { ...disabled, to: "owner@example.com" },
    { ...disabled, to: "admin@example.com" },
  ]);
  for (const { subject, text } of notices) {
    expect(subject).toContain(endpoint_id);
    expect(text).toContain(`PATCH /v1/webhook-endpoints/${endpoint_id} with the body {"status":"active"}`);
  }
  expect(notices[0].subject).toContain("4 days left");
  expect(notices[0].text).toContain("2026-01-08T00:00:00.000Z");
});

test("without users nobody is told, and somebody who comes later learns nothing of before", async () => {
  await outage();
  await make({ email: "owner@example.com", role: "owner" });
  expect(await mail()).toEqual([]);
});
