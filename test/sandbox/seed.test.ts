import { accepted, day, minute, scene } from "./conformance/scene";
import { stopAll } from "./harness";

afterEach(stopAll);

test("an owner whom the start names gets the notices without a call, and after a reset too", async () => {
  const service = await scene({ owner: "ops@example.com" });
  for (const _ of ["the start", "a reset"]) {
    await service.script({ status: 503 });
    await service.emit();
    await service.wait(3 * day + minute);
    expect(await service.mail()).toMatchObject([{ kind: "endpoint_inactive", to: "ops@example.com" }]);
    accepted(await service.admin("POST", "/reset"));
  }
});

test("without an owner nobody gets a notice, and a sandbox makes the same ids either way", async () => {
  const [named, without] = [await scene({ owner: "ops@example.com", seed: "s" }), await scene({ seed: "s" })];
  expect(named.webhookEndpointId).toBe(without.webhookEndpointId);
  await without.script({ status: 503 });
  await without.emit();
  await without.wait(3 * day + minute);
  expect(await without.mail()).toEqual([]);
});
