import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { classNameOfType } from "../../provider/text/type-token";
import { manifest } from "../../tools/set-up/places.js";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { forms, javascript } from "./harness/programs";
import { plannedIn } from "./harness/rows";
import type { Stack, StateResource } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const newer = "99.0.0";
const secret = "a second value, of the newer version";
const asSecretInState = (text: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(text),
});

const program = (scopes: string) =>
  javascript(`
const ci = new ApiKey("ci", { type: "secret", name: "ci", scopes: ${scopes}, delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("ci-apple-pay", { apiKeyId: ci, access: "read" });
const billing = new RotatingApiKey("billing", { scopes: ${scopes}, rotation: { trigger: "one", overlapHours: 48 } });
new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
exports.ci = ci.value;
exports.billing = billing.value;
`);

type Exported = { deployment: { resources: StateResource[] } };

/** The state of a stack as a later version would have left it: with an argument, an output and private state that came later. */
function asNewer(text: string): Exported {
  const { version } = manifest();
  const ofNewerPlugin = text
    .replaceAll(`default_${version.replaceAll(".", "_")}`, `default_${newer.replaceAll(".", "_")}`)
    .replaceAll(`"version": "${version}"`, `"version": "${newer}"`);
  const exported = JSON.parse(ofNewerPlugin) as Exported;
  for (const { type, inputs, outputs } of exported.deployment.resources) {
    if (classNameOfType(type) === undefined) continue;
    Object.assign(inputs!, { addedLater: "an argument" });
    Object.assign(outputs!, { addedLater: ["an", "output"], secretAddedLater: asSecretInState(secret) });
    Object.assign(outputs!.__kept as object, { addedLater: { since: newer } });
  }
  return exported;
}

async function importState(stack: Stack, exported: object): Promise<void> {
  const file = join(bench.folder, `${stack.folder.split("/").at(-1)}.json`);
  writeFileSync(file, JSON.stringify(exported));
  await stack.must("stack", "import", "--file", file);
}

describe.each(Object.entries(forms))("in the %s form, a state that a newer version wrote", (name, form) => {
  let stack: Stack;
  let values: Record<string, unknown>;
  beforeAll(async () => {
    const files = form.program(program('["accounts:read"]'));
    stack = await bench.stack({ name: `newer-${name}`, files, yaml: form.yaml });
    await connect(stack, service, { "payments:deletionGuard": "off" });
    await stack.mustUp();
    values = await stack.outputs("--show-secrets");
    await importState(stack, asNewer((await stack.must("stack", "export")).stdout));
  });

  test("is clean for the same program", async () => {
    const preview = await stack.preview();
    expect([preview.exitCode, plannedIn(preview.output)]).toEqual([0, {}]);
    expect(await stack.outputs("--show-secrets")).toEqual(values);
  });

  test("is refreshed and updated, and keeps every value", async () => {
    expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs("--show-secrets")).toEqual(values);
    stack.write(form.program(program('["accounts:read", "api_keys:read"]')));
    const up = await stack.up();
    expect([up.exitCode, plannedIn(up.output)]).toEqual([0, { ci: "updated", billing: "updated" }]);
    expect(await stack.outputs("--show-secrets")).toEqual(values);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  test("keeps its outputs, secret ones encrypted, and loses the private state that only the newer version knows", async () => {
    const { ci, billing, orders } = Object.fromEntries(await stack.state());
    for (const { outputs } of [ci!, billing!, orders!]) expect(outputs!.secretAddedLater).toHaveProperty("ciphertext");
    const { stdout } = await stack.must("stack", "export", "--show-secrets");
    expect(stdout.split(secret)).toHaveLength(5);
    expect(orders!.outputs!.addedLater).toEqual(["an", "output"]);
    expect(ci!.outputs!.__kept).not.toHaveProperty("addedLater");
    expect(ci!.inputs).not.toHaveProperty("addedLater");
  });

  test("with a resource that came later is refused, with what to install, and stays as it is", async () => {
    const { stdout: before } = await stack.must("stack", "export");
    const exported = JSON.parse(before) as Exported;
    const ci = exported.deployment.resources.find(({ urn }) => urn.endsWith("::ci"))!;
    const later = JSON.parse(
      JSON.stringify(ci)
        .replaceAll("payments:ApiKey", "payments:Later")
        .replaceAll(":index:ApiKey", ":index:Later")
        .replaceAll('(\\"ApiKey\\")', '(\\"Later\\")')
        .replaceAll("::ci", "::later"),
    );
    exported.deployment.resources.push(later);
    await importState(stack, exported);
    for (const refused of [await stack.refresh(), await stack.destroy("--target", later.urn)]) {
      expect(refused.exitCode).not.toBe(0);
      expect(refused.output).toMatch(
        /this version of (pulumi-payments|the plugin) has no (resource )?.*Later\. Install the version/,
      );
    }
    const { deployment } = JSON.parse((await stack.must("stack", "export")).stdout) as Exported;
    expect(deployment.resources.map(({ urn }) => urn)).toContain(later.urn);
    await importState(stack, JSON.parse(before));
  });

  test("is destroyed whole", async () => {
    const ids = Object.values(await stack.ids());
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    const live = (await service.admin.keys(service.accountId)).map(({ id }) => id);
    expect(live.filter((id) => ids.includes(id))).toEqual([]);
  });
});

leavesNoSecret(() => ({ bench, service }));
