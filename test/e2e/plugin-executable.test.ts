import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, delimiter, join } from "node:path";
import { enginePath } from "../../tools/engine-path.js";
import { ensurePlugin } from "../../tools/plugin/index.js";
import { manifest } from "../../tools/set-up/places.js";
import { hostFolder, isToBeHad, testIn } from "./harness/languages";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { native, plainJavascript } from "./harness/programs";
import { plannedIn } from "./harness/rows";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const { version } = manifest();

let archive: string;
let server: Server;
let address: string;
const served: string[] = [];
beforeAll(async () => {
  ({ archive } = await ensurePlugin());
  server = createServer((request, response) => {
    served.push(request.url ?? "");
    if (request.url !== `/${basename(archive)}`) return void response.writeHead(404).end();
    response.writeHead(200, { "content-length": statSync(archive).size });
    createReadStream(archive).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A stack whose Pulumi has installed nothing yet; nothing says where npm put the plugin. */
async function stackWith(name: string, more = ""): Promise<Stack> {
  const files = native(`new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] }, { ${more} });`);
  const stack = await bench.stack({ name, files, yaml: plainJavascript });
  await connect(stack, service);
  stack.env.PULUMI_HOME = join(bench.folder, `home-${name}`);
  mkdirSync(stack.env.PULUMI_HOME);
  expect(await stack.shell("pulumi plugin ls")).toMatchObject({ stdout: expect.not.stringContaining("payments") });
  return stack;
}

const install = (stack: Stack, from: string) =>
  stack.shell(`pulumi plugin install resource payments ${version} ${from}`);

/** What was installed is the same every time: the search for secrets, which reads every file, is done without it. */
const removeInstalled = (stack: Stack): void => rmSync(join(stack.env.PULUMI_HOME!, "plugins"), { recursive: true });

/** It works, and the engine runs what it installed. */
async function expectItWorks(stack: Stack): Promise<void> {
  const { stdout } = await stack.shell("pulumi plugin ls --json");
  expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ name: "payments", kind: "resource", version })]);
  const installed = join(stack.env.PULUMI_HOME!, "plugins", `resource-payments-v${version}`);
  expect(readdirSync(installed)).toEqual(expect.arrayContaining(["LICENSE", "pulumi-resource-payments"]));
  await stack.mustUp();
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  removeInstalled(stack);
}

test("pulumi plugin install takes the archive from a file", async () => {
  const stack = await stackWith("from-file");
  const refused = await stack.pulumi("preview");
  expect(refused.output).toContain("no resource plugin 'pulumi-resource-payments' found");
  expect(await install(stack, `--file "${archive}"`)).toMatchObject({ exitCode: 0 });
  await expectItWorks(stack);
});

test("pulumi plugin install --server downloads the archive of this platform by its name", async () => {
  const stack = await stackWith("from-server");
  served.length = 0;
  const installed = await install(stack, `--server ${address}`);
  expect([installed.exitCode, served]).toEqual([0, [`/${basename(archive)}`]]);
  await expectItWorks(stack);
});

test("the engine downloads the plugin by itself where a resource has pluginDownloadURL", async () => {
  const stack = await stackWith("from-url", `pluginDownloadURL: ${JSON.stringify(address)}`);
  stack.env.PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION = "false";
  served.length = 0;
  await stack.mustUp();
  expect(served).toEqual([`/${basename(archive)}`]);
  await expectItWorks(stack);
});

test("a state that a newer installed plugin wrote needs that version once more, and names it; from then on the older one does", async () => {
  const newer = "99.0.0";
  const stack = await stackWith("newer");
  await install(stack, `--file "${archive}"`);
  await stack.mustUp();
  const { stdout } = await stack.must("stack", "export");
  const ofNewer = stdout
    .replaceAll(`default_${version.replaceAll(".", "_")}`, `default_${newer.replaceAll(".", "_")}`)
    .replaceAll(`"version": "${version}"`, `"version": "${newer}"`);
  stack.write({ "state.json": ofNewer });
  await stack.must("stack", "import", "--file", "state.json");
  for (const refused of [await stack.preview(), await stack.refresh(), await stack.destroy()]) {
    expect(refused.exitCode).not.toBe(0);
    expect(refused.output).toContain(
      `no resource plugin 'pulumi-resource-payments' found in the workspace at version v${newer}`,
    );
  }
  await stack.shell(`pulumi plugin install resource payments ${newer} --file "${archive}"`);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  await stack.mustUp();
  await stack.shell(`pulumi plugin rm resource payments ${newer} --yes`);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  removeInstalled(stack);
});

describe("where no Node is on PATH, a program in YAML", () => {
  let stack: Stack;
  let ids: Record<string, string>;
  beforeAll(async () => {
    if (!isToBeHad("yaml")) return;
    const engine = (await enginePath()).split(delimiter).find((folder) => existsSync(join(folder, "pulumi")))!;
    const folders = [engine, hostFolder("yaml")];
    expect(folders.filter((folder) => existsSync(join(folder, "node")))).toEqual([]);
    stack = await bench.stack({ name: "no-node", files: {}, yaml: everyResource("[accounts:read]") });
    await connect(stack, service, { "payments:deletionGuard": "off" });
    stack.env.PULUMI_HOME = join(bench.folder, "home-no-node");
    // Meant for another program, and no reason for this one to fail.
    stack.env.NODE_OPTIONS = "--require ./is-not-there.js";
    expect(await install(stack, `--file "${archive}"`)).toMatchObject({ exitCode: 0 });
    stack.env.PATH = folders.join(delimiter);
  });

  const write = (scopes: string) => stack.write({ "Pulumi.yaml": `name: no-node\n${everyResource(scopes)}\n` });

  testIn("yaml", "creates every resource, keeps values as secrets, and previews clean", async () => {
    await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
    await stack.mustUp();
    ids = await stack.ids();
    expect(Object.keys(ids).sort()).toEqual(["billing", "ci", "ci-apple-pay", "orders"]);
    const { ci } = await stack.outputs("--show-secrets");
    expect(await service.statusFor(String(ci))).toBe(403);
    expect(await stack.outputs()).toEqual({ ci: "[secret]", billing: "[secret]" });
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  testIn("yaml", "shows a colleague's changes in a preview, and puts them back", async () => {
    await service.admin.changeKey(ids.ci!, { scopes: ["accounts:delete", "apple_pay_domains:read"] });
    await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
    const preview = await stack.preview();
    expect([preview.exitCode, plannedIn(preview.output)]).toEqual([7, { ci: "update", orders: "update" }]);
    expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
    await stack.mustUp();
    expect((await service.admin.key(ids.ci!)).scopes).toContain("accounts:read");
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  testIn("yaml", "updates and destroys every resource", async () => {
    write("[accounts:read, api_keys:read]");
    const up = await stack.up();
    expect([up.exitCode, plannedIn(up.output)]).toEqual([0, { ci: "updated", billing: "updated" }]);
    expect((await service.admin.key(ids.ci!)).scopes).toContain("api_keys:read");
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    const live = (await service.admin.keys(service.accountId)).map(({ id }) => id);
    expect(live.filter((id) => Object.values(ids).includes(id))).toEqual([]);
    removeInstalled(stack);
  });
});

/** Contents of Pulumi.yaml after its name. */
const everyResource = (scopes: string) => `runtime: yaml
resources:
  ci:
    type: payments:ApiKey
    properties: { type: secret, scopes: ${scopes}, delegatedScopes: [apple_pay_domains] }
  ci-apple-pay:
    type: payments:ApplePayDomainScopes
    properties: { apiKeyId: "\${ci.id}", access: read }
  billing:
    type: payments:RotatingApiKey
    properties: { scopes: ${scopes}, rotation: { trigger: one, overlapHours: 48 } }
  orders:
    type: payments:WebhookEndpoint
    properties: { endpointId: ${service.webhookEndpointId}, status: active }
outputs:
  ci: \${ci.value}
  billing: \${billing.value}`;

leavesNoSecret(() => ({ bench, service }));
