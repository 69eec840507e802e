import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineLogger } from "../../provider/dynamic/logger";
import { closeWorlds, type Managed, openWorld, type Process, type World } from "../provider/lifecycle/world";
import { type Liar, startLiar } from "./liar";

/** What somebody may call a key, to say something of their own in a log. */
const forged = [
  "\nFORGED: all is well",
  "\n::error file=a::FORGED",
  "\r\n  ::add-mask::FORGED",
  "##[error]FORGED",
  "\u001b[2J\u009b31m",
  "\u202egnitirw",
  "\u2028::warning::FORGED",
  "\u200b\u3164",
].join(" ");

const args = { type: "secret", scopes: ["accounts:read"] };
let world: World;
let liar: Liar;
let key: Managed;
let written: string;
/** What state recorded after each command, without the secret outputs. */
let states: string;
let folder: string;
beforeEach(async () => {
  world = await openWorld();
  liar = await startLiar(world.sandbox, {});
  world.config["payments:baseUrl"] = liar.url;
  key = world.resource("ApiKey", "ci");
  await key.up({ ...args, name: "mine" });
  folder = mkdtempSync(join(tmpdir(), "foreign-"));
  written = states = "";
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
  await liar.close();
  await closeWorlds();
});

/** A process that speaks as the real one does where it finds no engine. */
function speaking(): Process {
  const started = world.start();
  started.run.log = engineLogger(new Set());
  return started;
}

/** Runs a command and gives back everything that it let out: lines, and what it failed with. */
async function letOut(command: (running: Process) => Promise<unknown>): Promise<string> {
  written = "";
  const running = speaking();
  const outcome = await command(running).catch((error: Error & { stack: string }) => {
    return `${error.message}\n${error}\n`;
  });
  const planned = (outcome as { replaces?: string[] })?.replaces ?? [];
  const { value: _, ...outputs } = key.state?.outputs ?? {};
  states += JSON.stringify(outputs);
  const logged = running.lines.map(({ line }) => line);
  return [written, typeof outcome === "string" ? outcome : "", ...planned, ...logged].join("\n");
}

/** Every command that reads the key, and what each let out. */
async function everyCommand(declared: object): Promise<string> {
  const out: string[] = [];
  out.push(await letOut((running) => key.preview(declared, {}, running)));
  out.push(
    await letOut((running) => key.preview({ ...declared, type: "publishable", scopes: undefined }, {}, running)),
  );
  out.push(
    await letOut((running) =>
      world.resource("ApiKey", "twin").preview({ ...declared, adoptId: key.state?.id }, {}, running),
    ),
  );
  out.push(await letOut((running) => world.resource("ApiKey", "new").preview({ ...args }, {}, running)));
  out.push(await letOut((running) => key.refresh(running)));
  out.push(await letOut((running) => key.preview(declared, {}, running)));
  out.push(await letOut((running) => key.up(declared, {}, running)));
  out.push(await letOut((running) => key.destroy(running)));
  return out.join("\n");
}

function expectNothingForged(out: string): void {
  for (const line of out.split("\n")) {
    expect(line).not.toMatch(/^\s*(?:::|FORGED)/);
    expect(line).not.toMatch(/##[A-Za-z]*\[/);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u3164]/u);
  }
}

test("nobody forges a line by the name of a key, whatever command shows it", async () => {
  liar.tell({ key: (shown) => ({ ...shown, name: `x${forged}` }) });
  const out = await everyCommand({ ...args, name: "mine" });
  expect(out).toContain("\\u{202e}");
  expectNothingForged(out);
});

test("nobody forges a line by the name of a key that only ends like one that a run orphan: it is not called so", async () => {
  liar.tell({ key: (shown) => ({ ...shown, name: `x${forged}-beefbeef-abcdefgh` }) });
  const out = await letOut((running) => world.resource("ApiKey", "beefbeef").preview(args, {}, running));
  expect(out).not.toContain("left over");
  expectNothingForged(out);
});

test("nobody forges a line by scopes, times, ids or errors of the service", async () => {
  liar.tell({
    key: (shown) => ({
      ...shown,
      scopes: ["accounts:read", `a:read${forged}`],
      last_used: `2026${forged}`,
      created_at: `2026${forged}`,
    }),
  });
  const declared = { ...args, name: "mine" };
  expectNothingForged(await everyCommand(declared));
  await key.up(declared);
  for (const body of [{ error: { code: `a${forged}`, message: forged, param: forged } }, { message: forged }, forged]) {
    liar.tell({ instead: () => ({ status: 422, ...(typeof body === "string" ? { text: body } : { body }) }) });
    expectNothingForged(await letOut((running) => key.preview(declared, {}, running)));
  }
  liar.tell({ key: (shown) => ({ ...shown, id: `${shown.id}${forged}` }) });
  expectNothingForged(await letOut((running) => key.preview(declared, {}, running)));
});

describe("a secret that stands where a name does", () => {
  const secretsOf = (): string[] => [String(key.outputs.value), world.sandbox.apiKey];

  test.each([
    ["its own value", (value: string) => ({ name: value })],
    ["a part of its value", (value: string) => ({ name: `my ${value.slice(-20)}` })],
    ["the run's credential", () => ({ name: world.sandbox.apiKey })],
    ["the credential as a scope", () => ({ scopes: ["accounts:read", `a:${world.sandbox.apiKey}`] })],
  ])("is shown by no command and written to no state: %s", async (_what, change) => {
    const [value, credential] = secretsOf();
    const shown = change(value!);
    liar.tell({ key: (each) => ({ ...each, ...shown }) });
    const out = await everyCommand({ ...args, name: "mine" });
    for (const secret of [value!, credential!]) expect(out + states).not.toContain(secret.slice(-20));
    expect(out).toContain("[redacted]");
    expect(states).toContain("[redacted]");
  });

  test("is in no record of a read", async () => {
    const part = secretsOf()[0]!.slice(-20);
    await world.colleagueChanges(key.state!.id, { name: `my ${part}` });
    world.environment = { PAYMENTS_DRIFT_CHECK: "collect", PAYMENTS_REPORT_DIR: folder };
    await key.preview({ ...args, name: "mine" }, {}, world.start());
    const records = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    expect(records.join("")).toContain('"live":"my [redacted]"');
    expect(records.join("")).not.toContain(part);
  });

  test("is not a lasting difference: once a refresh has recorded it, no command reports it", async () => {
    const [value] = secretsOf();
    const adopted = world.resource("ApiKey", "adopted");
    const { id } = await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["accounts:read"] });
    const declared = { ...args, adoptId: id };
    await adopted.up(declared);
    // The value of another key of the stack, which this run sees before.
    await world.colleagueChanges(id, { name: value });
    const running = world.start();
    await key.preview({ ...args, name: "mine" }, {}, running);
    const { text } = await adopted.preview(declared, {}, running);
    // Where the engine reads before the plan, state knows the name by then.
    if (world.hostName === "dynamic") expect(text).toContain(`is now named "${value}"`);
    await adopted.refresh(running);
    expect(adopted.outputs.name).toBe("[redacted]");
    const after = await adopted.preview(declared, {}, running);
    expect([after.step, after.text]).toEqual(["same", ""]);
    // Another name is one again.
    await world.colleagueChanges(id, { name: "by hand" });
    const another = await adopted.preview(declared, {}, world.start());
    expect(another.step).toBe("same");
  });

  test("is taken back by an up where another name is declared, and compared as it is", async () => {
    const [value] = secretsOf();
    await world.colleagueChanges(key.state!.id, { name: value });
    await key.refresh();
    expect(key.outputs.name).toBe("[redacted]");
    expect((await key.preview({ ...args, name: "mine" })).step).toBe("update");
    await key.up({ ...args, name: "mine" });
    expect(await world.key(key.state!.id)).toMatchObject({ name: "mine" });
    expect(key.outputs.name).toBe("mine");
    expect((await key.preview({ ...args, name: "mine" })).step).toBe("same");
  });

  test.each(["name", "scopes", "adoptId"])("is refused in the program, and not repeated: %s", async (field) => {
    const [value, credential] = secretsOf();
    for (const secret of [value!, credential!]) {
      const pasted = field === "scopes" ? { scopes: [`a:${secret}`] } : { [field]: `my ${secret}` };
      const out = await letOut((running) => key.preview({ ...args, name: "mine", ...pasted }, {}, running));
      expect(out).toContain(`${field}: contains an API key value or a credential of this run, which is not shown here`);
      expect(out).not.toContain(secret.slice(-20));
    }
  });
});
