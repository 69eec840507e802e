import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./harness/admin";
import { javascript, plainJavascript } from "./harness/programs";
import { formsOf, leaksOf, plantedIn } from "./harness/secrets";
import type { Stack, Told } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";
import { environmentOf } from "./harness/workbench";

const program = (scopes: string, more = "") => `
const config = new pulumi.Config();
const ci = new ApiKey("ci", { type: "secret", scopes: [${scopes}] });
const adopted = new ApiKey("adopted", {
  type: "secret", scopes: [${scopes}], adoptId: config.require("adoptId"), adoptValue: config.requireSecret("adoptValue"),
});
exports.value = ci.value;
exports.made = pulumi.interpolate\`Bearer \${adopted.value}\`;
${more}
`;
const reads = '"accounts:read"';

/** A program that has nothing of this package: what is printed of its secrets, Pulumi prints of any. */
const control = `"use strict";
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
class Plain extends pulumi.dynamic.Resource {
  constructor(name, args) {
    const provider = {
      async create(inputs) { return { id: "1", outs: { ...inputs, made: inputs.given.split("").reverse().join("") } }; },
      async read(id, props) { return { id, props }; },
    };
    super(provider, name, { made: undefined, ...args }, { additionalSecretOutputs: ["made"] });
  }
}
exports.made = new Plain("plain", { given: config.requireSecret("given") }).made;
`;
const controlSecret = "control-secret-0123456789-abcdef";
const madeOfIt = [...controlSecret].reverse().join("");

let stack: Stack;
let plain: Stack;
beforeAll(async () => {
  const key = { account_id: service.accountId, type: "secret" as const, name: "by hand", scopes: ["accounts:read"] };
  const { id, value = "" } = await service.admin.createKey(key);
  stack = await stackOf("told", program(reads));
  await stack.configure({ "told:adoptId": id }, { "told:adoptValue": value });
  const files = { ...javascript(""), "index.js": control };
  plain = await bench.stack({ name: "plain", files, yaml: plainJavascript });
  await plain.configure({}, { "plain:given": controlSecret });
});

const planted = (): string[] => plantedIn({ bench, service });

/** Every form of every secret, as a service would show it that repeats what it was sent. */
function echo(fault: Pick<Fault, "operation" | "status">): Promise<void> {
  const known = [service.apiKey, ...service.witness.issued, ...service.admin.issued];
  const echoed = known.flatMap((secret) => [...formsOf(secret), `${secret}.`, `(${secret})`, `x${secret}`]);
  const body = { error: { message: echoed.join(" "), sent: echoed, headers: { "payments-api-key": service.apiKey } } };
  return service.admin.fault({ ...fault, effect: "status", count: 50, body } as Fault);
}

/** Flags that make Pulumi tell what it does, one run each. */
const loud = { engine: ["-v=9", "--logtostderr", "--logflow"], sdk: ["--debug"] };

/** What Pulumi itself prints of secrets under those flags: the only lines that may hold one. */
const ofPulumi = [
  // The language SDK, under --debug; the engine repeats it in its log.
  /RegisterResource RPC finished: resource:/,
  // The engine, under -v=9.
  /"msg":"Marshaling property for RPC\[Provider\[0x[0-9a-f]+\]\.Configure\(\)\.inputs\]: /,
  /"msg":"Unmarshaling property for RPC\[Provider\[0x[0-9a-f]+\]\.(?:Create|Read|Check|Update)\(.*\)\.(?:outputs|inputs|properties)\]: /,
  /"msg":"(?:Unm|M)arshaling property for RPC\[ResourceMonitor\.RegisterResource(?:Outputs)?\(.*\)\]: /,
];

const isLoud = ({ args }: Told): boolean => args.some((arg) => arg === "-v=9" || arg === "--debug");
function linesWith(secrets: readonly string[], told: readonly Told[]): string[] {
  const forms = secrets.flatMap(formsOf);
  const lines = told.flatMap(({ output }) => output.split("\n"));
  return lines.filter((line) => forms.some((form) => line.includes(form)));
}

test("runs that show all they can leave no secret anywhere", async () => {
  await stack.must("up", "--yes", "--diff", "--show-full-output", "--show-config", "--show-reads");
  await stack.must("preview", "--json", "--diff", "--show-sames");
  await stack.must("preview", "--diff", "--refresh");
  await stack.must("stack", "--show-ids", "--show-urns");
  await stack.must("stack", "export", "--file", join(bench.folder, "export.json"));
  await stack.must("config", "--json");
  stack.env.NODE_DEBUG = "undici,fetch,http,net";
  await stack.must("refresh", "--yes");
  delete stack.env.NODE_DEBUG;
  expect(leaksOf(planted(), { bench, service })).toEqual([]);
});

/** Makes Node write a report of a process of ours as soon as it is at work, and then crashes it. */
const crash = `"use strict";
const isOurs = /dynamic-provider|pulumi-payments.dist.cli/.test(process.argv[1] ?? "");
const isAtWork = () => Object.keys(require.cache).some((file) => /pulumi-payments.*(runtime|commands).js$/.test(file));
const look = isOurs && setInterval(() => {
  if (!isAtWork()) return;
  clearInterval(look);
  process.report.writeReport();
  throw new Error("a crash");
}, 5);
`;

test("what Node writes of a crash of the provider process, or of a command, holds no secret", async () => {
  const reports = join(bench.folder, "reports");
  mkdirSync(reports);
  writeFileSync(join(bench.folder, "crash.js"), crash);
  stack.env.NODE_OPTIONS = `--require=${bench.folder}/crash.js --report-uncaught-exception --report-directory=${reports}`;
  Object.assign(stack.env, environmentOf(service));
  await stack.preview();
  await stack.payments("keys");
  for (const name of ["NODE_OPTIONS", ...Object.keys(environmentOf(service))]) delete stack.env[name];
  const written = readdirSync(reports).map((file) => JSON.parse(readFileSync(join(reports, file), "utf8")));
  const commands = written.map(({ header }) => header.commandLine.join(" ")).join("\n");
  expect(commands).toMatch(/dynamic-provider/);
  expect(commands).toMatch(/cli.main\.js keys/);
  expect(leaksOf(planted(), { bench, service })).toEqual([]);
});

test("a service that repeats every secret in every encoding in its errors is not repeated", async () => {
  const more = 'new ApiKey("more", { type: "secret", scopes: ["api_keys:read"] });';
  const failures: [string, number, () => Promise<{ exitCode: number }>][] = [
    ["POST /v1/api-keys", 500, () => stack.up()],
    ["PATCH /v1/api-keys/{id}", 422, () => stack.up()],
    ["GET /v1/api-keys", 403, () => stack.preview()],
    ["GET /v1/api-keys", 400, () => stack.refresh()],
    ["DELETE /v1/api-keys/{id}", 409, () => stack.destroy()],
  ];
  for (const [operation, status, run] of failures) {
    stack.write(javascript(operation.startsWith("POST") ? program(reads, more) : program('"api_keys:read"')));
    await echo({ operation, status });
    expect([operation, (await run()).exitCode]).toEqual([operation, 1]);
    await service.admin.clearFaults();
  }
  expect(leaksOf(planted(), { bench, service })).toEqual([]);
});

test("a value that was pasted where it does not belong is not repeated", async () => {
  const { value } = await stack.outputs("--show-secrets");
  stack.write(javascript(`new ApiKey("pasted", { type: "secret", scopes: ["${value}"], name: 7, nmae: "${value}" });`));
  expect((await stack.preview()).exitCode).not.toBe(0);
  stack.write(javascript(program(reads)));
  // What the program itself says is the program's file.
  expect(
    linesWith(
      [String(value)],
      bench.told.filter(({ args }) => !args.includes("--show-secrets")),
    ),
  ).toEqual([]);
});

test("with -v=9 and --debug only Pulumi's own lines hold a secret, the same that it prints of a program without this package", async () => {
  await stack.must("up", "--yes", "--skip-preview");
  for (const flags of [loud.engine, loud.sdk]) {
    for (const each of [stack, plain]) {
      const scopes = flags === loud.sdk ? reads : '"accounts:write"';
      if (each === stack) stack.write(javascript(program(scopes)));
      await each.must("up", "--yes", "--skip-preview", ...flags);
      await each.must("refresh", "--yes", "--skip-preview", ...flags);
      await each.must("preview", ...flags);
    }
  }
  await stack.must("destroy", "--yes", "--skip-preview", ...loud.engine);
  const told = bench.told.filter(isLoud);
  const ours = linesWith(planted(), told);
  expect(ours.filter((line) => !ofPulumi.some((kind) => kind.test(line)))).toEqual([]);
  const theirs = linesWith([controlSecret, madeOfIt], told);
  const used = ofPulumi.filter((kind) => ours.some((line) => kind.test(line)));
  expect(used.filter((kind) => !theirs.some((line) => kind.test(line)))).toEqual([]);
  // Should Pulumi stop to print them, this says so, and the docs need not warn any more.
  expect(used.length).toBe(ofPulumi.length);
});

test("nothing of all this stands in a file or in the service's log", () => {
  const quiet = bench.told.filter((each) => !isLoud(each));
  const secrets = planted();
  expect(leaksOf(secrets, { bench: { ...bench, told: quiet }, service })).toEqual([]);
  writeFileSync(join(bench.folder, "leak"), formsOf(secrets[0]!).at(-1)!);
  expect(leaksOf(secrets, { bench: { ...bench, told: quiet }, service })).toEqual(["leak"]);
});
