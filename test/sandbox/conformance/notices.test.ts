import { stopAll } from "../harness";
import { accepted, day, minute, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
  await service.user("owner@example.com", "owner");
});
afterEach(stopAll);

/** A receiver that goes down for good, and an event that meets it. */
async function outage(): Promise<void> {
  await service.script({ status: 503 });
  await service.emit();
  await service.wait(0);
}

describe("a notice", () => {
  test("of becoming inactive states the days left before disabling and how to re-enable", async () => {
    await outage();
    await service.wait(3 * day + minute);
    const [notice, ...others] = await service.mail();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: "endpoint_inactive", to: "owner@example.com" });
    expect(notice?.text).toMatch(/disabled in 4 days/);
    expect(notice?.text).toContain(`PATCH /v1/webhook-endpoints/${service.webhookEndpointId}`);
    expect(notice?.text).toContain('{"status":"active"}');
  });

  test("of becoming disabled confirms it and states how to re-enable", async () => {
    await outage();
    await service.wait(7 * day + minute);
    const notice = (await service.mail()).at(-1);
    expect(notice).toMatchObject({ kind: "endpoint_disabled", to: "owner@example.com" });
    expect(notice?.text).toMatch(/is disabled/);
    expect(notice?.text).toContain(`PATCH /v1/webhook-endpoints/${service.webhookEndpointId}`);
  });

  test("goes to owners and admins of the partner, and to nobody else", async () => {
    await service.user("admin@example.com", "admin");
    await service.user("member@example.com", "member");
    await outage();
    await service.wait(8 * day);
    const to = (kind: string, mail: { kind: string; to: string }[]) =>
      mail.filter((one) => one.kind === kind).map((one) => one.to);
    const mail = await service.mail();
    for (const kind of ["endpoint_inactive", "endpoint_disabled"])
      expect(to(kind, mail).sort()).toEqual(["admin@example.com", "owner@example.com"]);
  });

  test("goes to nobody who opted out of technical e-mails, from then on", async () => {
    const { id } = accepted(
      await service.admin("POST", "/users", { email: "a@example.com", role: "admin", technical_emails: true }),
    );
    await service.user("silent@example.com", "owner", false);
    await outage();
    await service.wait(4 * day);
    accepted(await service.admin("PATCH", `/users/${id}`, { technical_emails: false }));
    await service.wait(4 * day);
    const heard = (await service.mail()).map(({ kind, to }) => `${kind} ${to}`);
    expect(heard.sort()).toEqual([
      "endpoint_disabled owner@example.com",
      "endpoint_inactive a@example.com",
      "endpoint_inactive owner@example.com",
    ]);
  });
});
