import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./harness/admin";
import { endLeftRunning } from "./harness/left-running";
import type { Run } from "./harness/process";
import { javascript, native, nativeJavascript } from "./harness/programs";
import { formsOf, leaksOf, plantedIn } from "./harness/secrets";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";
import { rows, type SweepRow } from "./secrets-sweep/rows";

const forged = "::error::FORGED ##[error]FORGED \u202e\u2066\u200b";
const program = (scopes: string, more = "") => `
const config = new pulumi.Config();
new ApiKey("ci", { type: "secret", name: "ci", scopes: [${scopes}] });
new ApiKey("adopted", { type: "secret", adoptId: config.require("adoptId"), scopes: ["accounts:read"] });
new ApiKey("forged", { type: "secret", name: "mine", scopes: ["accounts:read"] });
${more}
`;
const asApplied = program('"accounts:read"');
const wider = program('"accounts:read", "accounts:write"');
const more = program('"accounts:read"', 'new ApiKey("more", { type: "secret", scopes: ["accounts:read"] });');
const looksUp = 'const { getApiKey } = require("pulumi-payments"); getApiKey({ id: config.require("adoptId") });';
const programs: Record<NonNullable<SweepRow["says"]> | "applied", Record<string, string>> = {
  applied: javascript(asApplied),
  wider: javascript(wider),
  more: javascript(more),
  "looks-up": javascript(program('"accounts:read"', looksUp)),
  native: native(asApplied),
  "native-wider": native(wider),
};

let stack: Stack;
let values: Record<string, string>;
beforeAll(async () => {
  const { accountId: account_id, admin } = service;
  const { id } = await admin.createKey({ account_id, type: "secret", name: "by hand", scopes: ["accounts:read"] });
  stack = await bench.stack({ name: "sweep", files: javascript(asApplied), yaml: nativeJavascript });
  stack.env.XDG_CACHE_HOME = join(bench.folder, "cache");
  await connect(stack, service);
  await stack.configure({ "sweep:adoptId": id });
  await stack.mustUp();
  const [value = ""] = service.witness.issued;
  const state = await stack.state();
  // Of each other's values, of the credential, and of what would be obeyed.
  await admin.changeKey(state.get("ci")!.id!, { name: value, scopes: ["accounts:read", `probe:${service.apiKey}`] });
  await admin.changeKey(id, { name: `my ${service.apiKey}` });
  await admin.changeKey(state.get("forged")!.id!, { name: forged });
  await admin.createKey({ account_id, type: "secret", name: value, scopes: ["*"] });
  await admin.createKey({ account_id, type: "secret", name: `x ${forged}`, scopes: ["accounts:read"] });
  stack.write({ "policy.json": JSON.stringify({ "no-wildcard-scope": { scope: 7 } }) });
  values = {
    urn: state.get("ci")!.urn,
    id: state.get("ci")!.id!,
    folder: bench.folder,
    pack: join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy"),
    policy: join(stack.folder, "policy.json"),
    value,
  };
});

const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);

/** What a service says that repeats all that it ever heard or gave out, in every field of an error. */
function echo(operation: string): Promise<void> {
  const known = plantedIn({ bench, service });
  const echoed = known.flatMap((secret) => [...formsOf(secret), [...secret].join("\u200b"), [...secret].join("<b>")]);
  const [value = "", credential = ""] = [values.value, service.apiKey];
  const error = {
    code: Buffer.from(credential).toString("base64"),
    message: `\n::error::FORGED ${forged} ${echoed.join(" ")}`,
    param: [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join(""),
    request_id: credential,
  };
  const body = { error, "payments-api-key": credential };
  return service.admin.fault({ operation, effect: "status", status: 422, count: 500, body } as Fault);
}

async function runOf({ program: which, args, fails, says, environment = {} }: SweepRow): Promise<Run> {
  const given = Object.entries(environment).map(([name, text]) => [name, filled(text)]);
  Object.assign(stack.env, Object.fromEntries(given));
  if (says !== undefined) stack.write(programs[says]);
  if (fails !== undefined) await echo(fails);
  try {
    return await (which === "pulumi" ? stack.pulumi(...args.map(filled)) : stack.payments(...args.map(filled)));
  } finally {
    await service.admin.clearFaults();
    for (const name of Object.keys(environment)) delete stack.env[name];
    stack.write(programs.applied);
  }
}

function expectNothingLetOut(output: string, isOurs: boolean): void {
  const secrets = [...service.witness.issued, ...service.admin.issued, service.apiKey, service.adminToken];
  const forms = [...secrets.flatMap(formsOf), ...secrets.map((secret) => secret.slice(-16))];
  expect(output.split("\n").filter((line) => forms.some((form) => line.includes(form)))).toEqual([]);
  // Lines of Pulumi alone show what state holds as it does.
  const isObeyed = (line: string): boolean =>
    /^\s*::error::|##\[|[\u202a-\u202e\u2066-\u2069\u200b]/.test(line) || line.includes("\u001b");
  if (isOurs) expect(output.split("\n").filter(isObeyed)).toEqual([]);
}

test.each(rows.map((row, at) => [at + 1, `${row.program} ${row.args.join(" ")}`, row] as const))(
  "row %i: %s leaves no secret and forges no line",
  async (_at, _what, row) => {
    const { exitCode, output } = await runOf(row);
    expectNothingLetOut(output, !row.args.some((arg) => ["--diff", "export", "output"].includes(arg)));
    expect(row.exits).toContain(exitCode);
  },
);

test("a run that is killed while it makes a key leaves no secret, and neither do the runs that find it", async () => {
  const killed = await bench.sibling(stack, "killed");
  await connect(killed, service);
  await killed.configure({ "sweep:adoptId": values.id! });
  killed.write(javascript('new ApiKey("lost", { type: "secret", scopes: ["accounts:read"] });'));
  const before = (await service.admin.keys()).length;
  await service.admin.fault({ operation: "POST /v1/api-keys", at: "after", effect: "slow", ms: 4_000 });
  const made = async (): Promise<void> => {
    while ((await service.admin.keys()).length === before) await wait(20);
  };
  await killed.upCutOffBy(made());
  endLeftRunning(bench.folder);
  await service.admin.clearFaults();
  await killed.pulumi("cancel", "--yes");
  await killed.preview();
  await killed.payments("orphans", "--stack", "killed");
  await killed.payments("keys", "--stack", "killed");
  await killed.up();
  for (const { output } of bench.told.slice(-6)) expectNothingLetOut(output, false);
});

test("no secret stands in any file or output of all this, and no state holds what a name was given", () => {
  expect(leaksOf(plantedIn({ bench, service }), { bench, service })).toEqual([]);
});
