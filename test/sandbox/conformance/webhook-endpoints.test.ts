import { stopAll } from "../harness";
import { accepted, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

describe("an endpoint", () => {
  test("is found in the path by its id", async () => {
    const { id } = await service.endpoint({ status: 200 });
    expect(id).not.toBe(service.webhookEndpointId);
    for (const one of [id, service.webhookEndpointId])
      expect(
        accepted(await service.call("PATCH", `/v1/webhook-endpoints/${one}`, { body: { status: "active" } })).id,
      ).toBe(one);
    expect((await service.call("PATCH", "/v1/webhook-endpoints/we_0", { body: { status: "active" } })).status).toBe(
      404,
    );
  });

  test("has one of four statuses, each of which it can have", async () => {
    for (const status of ["active", "inactive", "pending", "disabled"]) {
      await service.setStatus(status);
      expect(await service.endpointStatus()).toBe(status);
    }
    expect(
      (await service.admin("PATCH", `/webhook-endpoints/${service.webhookEndpointId}`, { status: "paused" })).status,
    ).toBe(400);
  });

  test("is read and answered whole, with its notification URL", async () => {
    const read = accepted(await service.call("GET", `/v1/webhook-endpoints/${service.webhookEndpointId}`));
    expect(read).toEqual({
      id: service.webhookEndpointId,
      account_id: service.partnerAccountId,
      url: expect.stringMatching(/^http:/),
      status: "active",
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
    });
    expect(accepted(await service.reenable())).toEqual(read);
  });

  test("is re-enabled from inactive and from disabled by PATCH with status active, and by no other value", async () => {
    const patch = (status: string) =>
      service.call("PATCH", `/v1/webhook-endpoints/${service.webhookEndpointId}`, { body: { status } });
    for (const from of ["inactive", "disabled"]) {
      await service.setStatus(from);
      for (const wrong of ["pending", "inactive", "disabled", ""]) expect((await patch(wrong)).status).toBe(400);
      expect(await service.endpointStatus()).toBe(from);
      expect(accepted(await patch("active")).status).toBe("pending");
    }
  });

  test("is created, listed and deleted in the admin interface only", async () => {
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["DELETE", `/${service.webhookEndpointId}`],
    ] as const)
      expect([404, 405]).toContain((await service.call(method, `/v1/webhook-endpoints${path}`)).status);
    const { id } = await service.endpoint({ status: 200 });
    expect(accepted(await service.admin("GET", "/webhook-endpoints")).length).toBe(2);
    expect((await service.admin("DELETE", `/webhook-endpoints/${id}`)).status).toBeLessThan(300);
    expect(accepted(await service.admin("GET", "/webhook-endpoints")).length).toBe(1);
  });
});
