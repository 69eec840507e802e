import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownNamePrefix } from "../../../cli/doctor/own-keys";
import { probes } from "../../../cli/doctor/registry";
import { exitOf } from "../../../cli/doctor/report";
import { configKey, settingNames } from "../../../provider/configuration/settings";
import type { SandboxOptions } from "../../../sandbox/index";
import { type Dialect, type DialectService, examined, speaking, verdictsOf } from "./dialect";
import { cases } from "./dialects";

const open: DialectService[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});
async function service(dialect?: Dialect, options?: SandboxOptions): Promise<DialectService> {
  const started = await speaking(dialect, options);
  open.push(started);
  return started;
}

test("a service as it is assumed to be holds in every row that shows anything, and every own key is removed", async () => {
  const plain = await service();
  const key = await plain.createKey({ name: "ci", scopes: ["api_keys:read", "api_keys:write", "accounts:read"] });
  const report = await examined(plain, { write: true, environment: { PAYMENTS_API_KEY_ID: key.id } });
  const others = Object.entries(verdictsOf(report)).filter(([, verdict]) => verdict !== "holds");
  expect(others).toEqual([["rate-limits", "cannot tell (no evidence)"]]);
  expect(exitOf(report)).toBe(0);
  expect(await plain.names()).toEqual(expect.not.arrayContaining([expect.stringContaining(ownNamePrefix)]));
});

test("without --write nothing but GET is sent, and what takes a key of its own is not asked", async () => {
  const plain = await service();
  const report = await examined(plain);
  expect(new Set(plain.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  const verdicts = verdictsOf(report);
  for (const name of ["creation-status", "new-keys", "publishable-set", "deletion"])
    expect(verdicts[name]).toBe("cannot tell (not asked)");
  expect(verdicts["update-method"]).toBe("holds");
  expect(exitOf(report)).toBe(0);
});

test("every row that a probe names stands in docs/explanation/assumptions.md, and each probe is there once", () => {
  const page = readFileSync(join(__dirname, "../../../docs/explanation/assumptions.md"), "utf8");
  for (const { row } of probes) {
    if (row?.startsWith("payments:")) expect(settingNames.map(configKey)).toContain(row);
    if (row !== undefined) expect(page).toContain(row.startsWith("payments:") ? `| \`${row}\` |` : `### \`${row}\``);
  }
  expect(new Set(probes.map(({ name }) => name)).size).toBe(probes.length);
});

test.each(cases)("$row, where $when: $verdict", async ({ row, dialect, options, told, verdict, adapt, leaves }) => {
  const other = await service(dialect, options);
  const keys = [await other.createKey({ name: "one" })];
  if (options?.clock !== "manual") {
    await new Promise((resolve) => setTimeout(resolve, 2));
    keys.push(await other.createKey({ name: "two" }));
  }
  const report = await examined(other, {
    ...told,
    environment: { PAYMENTS_API_KEY_ID: keys[0]!.id, ...told?.environment },
  });
  const { verdict: judged } = report.checks.find(({ probe }) => probe.name === row)!;
  expect([verdictsOf(report)[row], judged]).toEqual([verdict, expect.anything()]);
  if (adapt) expect(judged).toMatchObject({ adapt: expect.stringMatching(adapt) });
  if (verdict === "differs!") expect(exitOf(report)).toBe(2);
  if (verdict === "cannot tell (failed)") expect(exitOf(report)).toBe(3);
  // Whatever the service is like, no value of a key is told, and no own key is left that it shows.
  expect(JSON.stringify(report)).not.toMatch(/sk_sandbox_[0-9a-f]{8}|sk_live_planted/);
  const isOwn = (name: string) => name.startsWith(ownNamePrefix);
  expect(report.leftBehind).toEqual(leaves ? [expect.stringMatching(leaves), expect.stringMatching(leaves)] : []);
  expect((await other.names()).filter(isOwn)).toHaveLength(leaves ? 2 : 0);
  expect((await other.names()).filter((name) => !isOwn(name)).sort()).toEqual(["one", "two"].slice(0, keys.length));
});
