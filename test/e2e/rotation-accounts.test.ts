import { blocksIn, pageAt } from "../docs/pages";
import type { AdminKey } from "./harness/admin";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const hourS = 3_600;
const { text } = pageAt("docs/how-to/rotate-keys.md");
const section = text.slice(text.indexOf("## Rotate the credential of the stack itself"));
const [firstRun = "", secondRun = ""] = blocksIn({ path: "", text: section }, "sh").map(({ code }) => code);

/** What the stack exported as the value of each rotation. */
type Values = Record<"billing" | "branch" | "taken" | "platform", string>;

let service: Service;
let bench: Workbench;
let stack: Stack;
let branchId: string;
let byHand: AdminKey;
/** The values before the rotation. */
let first: Values;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
  branchId = await service.admin.createMerchant();
  byHand = await service.admin.createKey({
    account_id: service.accountId,
    type: "secret",
    name: "made by hand",
    scopes: ["accounts:read"],
  });
  const files = javascript(`
const often = { scopes: ["accounts:read"], rotation: { everyDays: 4, overlapHours: 24 } };
const adopting = { adoptId: "${byHand.id}", adoptValue: new pulumi.Config().requireSecret("byHand") };
exports.billing = new RotatingApiKey("billing", often).value;
exports.branch = new RotatingApiKey("branch", { ...often, profile: "branch" }).value;
exports.taken = new RotatingApiKey("taken", { ...often, ...adopting }).value;
exports.platform = new RotatingApiKey("platform", { ...often, scopes: ["*"] }).value;
`);
  stack = await bench.stack({ name: "rotations", files, yaml: plainJavascript });
  await connect(stack, service);
  const profiles = { branch: { accountId: branchId, apiKey: service.apiKey } };
  await stack.configure({}, { "payments:profiles": JSON.stringify(profiles), "rotations:byHand": byHand.value ?? "" });
  await stack.must("stack", "select");
  await stack.mustUp();
  first = await handedOut();
  await stack.configure({}, { "payments:apiKey": first.platform });
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

const handedOut = async (): Promise<Values> => (await stack.outputs("--show-secrets")) as Values;
const idsIn = async (accountId: string): Promise<string[]> =>
  (await service.admin.keys(accountId)).map(({ id }) => id).sort();

/** What the service answers to a request of a user of each key, at the account that it is for. */
async function statuses(values: Values): Promise<Record<string, number>> {
  const entries = Object.entries(values).map(async ([name, value]) => {
    const account = name === "branch" ? branchId : service.accountId;
    const headers = { "payments-api-key": value, "payments-account": account };
    return [name, (await fetch(`${service.directUrl}/v1/accounts`, { headers })).status];
  });
  return Object.fromEntries(await Promise.all(entries));
}
const everywhere = (status: number) => ({ billing: status, branch: status, taken: status, platform: status });

/** The ids of the keys that state holds for each rotation: the current one, then the retiring one. */
async function heldKeys(): Promise<Record<string, (string | undefined)[]>> {
  const held = [...(await stack.state())].map(([name, { outputs = {} }]) => {
    const { current, retiring } = outputs as Record<string, { id: string } | undefined>;
    return [name, [current?.id, retiring?.id]];
  });
  return Object.fromEntries(held);
}

test("each rotation begins in the account of its profile, and an adopted key keeps its value", async () => {
  const held = await heldKeys();
  expect(await idsIn(branchId)).toEqual([held.branch?.[0]]);
  expect(held.taken).toEqual([byHand.id, undefined]);
  expect(first.taken).toBe(byHand.value);
  expect(await statuses(first)).toEqual(everywhere(200));
});

test("the first run of the page rotates all of them, its own credential too, and no user of any is refused", async () => {
  await service.admin.advance(97 * hourS);
  const before = await heldKeys();
  const run = await stack.shell(firstRun);
  expect(run).toMatchObject({ exitCode: 0 });
  const held = await heldKeys();
  for (const [name, [current, retiring]] of Object.entries(held)) {
    expect([name, retiring]).toEqual([name, before[name]?.[0]]);
    expect(current).not.toBe(retiring);
  }
  expect(await idsIn(branchId)).toEqual([...(held.branch ?? [])].sort());
  expect(await statuses(first)).toEqual(everywhere(200));
  expect(await statuses(await handedOut())).toEqual(everywhere(200));
});

test("destroy deletes neither key of a rotation while one is in use, nor the credential of the run", async () => {
  const accounts = [service.accountId, branchId];
  const before = await Promise.all(accounts.map(idsIn));
  const destroy = await stack.destroy();
  expect(destroy.exitCode).toBe(1);
  expect(rowOf(destroy.output, "billing")).toMatch(/not deleted.*was last used/s);
  expect(rowOf(destroy.output, "platform")).toContain("is the one that this run authenticates with");
  expect(await Promise.all(accounts.map(idsIn))).toEqual(before);
});

test("a run that still authenticates with the old key says that it stays, and lets the others go", async () => {
  await service.admin.advance(25 * hourS);
  const held = await heldKeys();
  stack.env.PAYMENTS_API_KEY = first.platform;
  const preview = await stack.preview();
  delete stack.env.PAYMENTS_API_KEY;
  const old = held.platform?.[1];
  expect(rowOf(preview.output, "platform")).toMatch(
    new RegExp(`retiring key ${old} .* stays: API key ${old} is the one that this run authenticates with`),
  );
  for (const name of ["billing", "branch", "taken"])
    expect(rowOf(preview.output, name)).toContain(`due: key ${held[name]?.[1]} is deleted`);
});

test("the second run of the page deletes the old keys, the adopted one and the run's old credential too", async () => {
  // That preview was the last use of the old credential.
  await service.admin.advance(25 * hourS);
  expect(await stack.shell(secondRun)).toMatchObject({ exitCode: 0 });
  expect(await statuses(first)).toEqual(everywhere(401));
  expect(await statuses(await handedOut())).toEqual(everywhere(200));
  const held = await heldKeys();
  for (const [, retiring] of Object.values(held)) expect(retiring).toBeUndefined();
  expect(await idsIn(branchId)).toEqual([held.branch?.[0]]);
  expect(await service.admin.holds(service.accountId, byHand.id)).toBe(false);
});

leavesNoSecret(() => ({ bench, service }));
