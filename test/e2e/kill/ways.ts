import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, relativeOf } from "../harness/family";
import { leavesNoSecret } from "../harness/leaves-no-secret";
import { endLeftRunning } from "../harness/left-running";
import type { Run } from "../harness/process";
import { type Form, javascript } from "../harness/programs";
import { rowOf } from "../harness/rows";
import type { Stack } from "../harness/stack";
import { bench, service } from "../harness/started";
import { connect } from "../harness/workbench";

const programOf = (more = "") => javascript(`new ApiKey("ci", { type: "secret", scopes: ["accounts:read"]${more} });`);

/** Every way in which a run can be stopped while a key is being created: the service has made it, its answer is on the way. */
export function testKills({ program, yaml, provider }: Form): void {
  let first: Stack;
  beforeAll(async () => {
    first = await bench.stack({ name: "killed", files: program(programOf()), yaml });
  });
  const liveIds = async (): Promise<string[]> => (await service.admin.keys(service.accountId)).map(({ id }) => id);

  interface Blow {
    engine: number;
    /** Waits until the engine has written this. */
    said(text: RegExp): Promise<void>;
    /** Lets the service's answer through, which else never comes. */
    release(): void;
  }

  /** Brings a new stack up and stops that once the service has made the key, whose answer is held back; the id of that key. */
  async function struck(name: string, blow: (to: Blow) => Promise<unknown>, ...flags: string[]) {
    const stack = await bench.sibling(first, name);
    await connect(stack, service);
    const before = new Set(await liveIds());
    const made = async (): Promise<string[]> => (await liveIds()).filter((id) => !before.has(id));
    const { reached, release } = service.witness.hold("POST /v1/api-keys", "after");
    const run = await stack.during(
      async (engine, said) => {
        await reached;
        await blow({ engine, said, release });
      },
      ...["up", "--yes", "--skip-preview", ...flags],
    );
    // The language host outlives an engine that was killed.
    endLeftRunning(bench.folder);
    release();
    expect(run.exitCode).not.toBe(0);
    return { stack, made, run };
  }

  const held = async (stack: Stack): Promise<string | undefined> => (await stack.state()).get("ci")?.id;

  test.each<[string, RegExp, (engine: number) => Promise<unknown>]>([
    ["ctrl-c", /received; cancelling/, async (engine) => process.kill(-engine, "SIGINT")],
    ["sigterm", /received; cancelling/, async (engine) => process.kill(-engine, "SIGTERM")],
    [
      "host",
      /reading from server/,
      async (engine) => process.kill(await relativeOf(engine, "pulumi-language-nodejs"), 9),
    ],
  ])(
    "%s: the engine waits for the answer and saves it, and the next up has nothing to do",
    async (name, words, blow) => {
      const { stack, made } = await struck(name, async ({ engine, said, release }) => {
        await blow(engine);
        await said(words);
        release();
      });
      const up = await stack.mustUp();
      expect(up.output).toMatch(/2 unchanged/);
      expect(await made()).toEqual([await held(stack)]);
    },
  );

  /** A key was made that no state holds: the next up makes another and names it, and is clean once it is settled. */
  async function expectNamed({ stack, made, up }: { stack: Stack; made(): Promise<string[]>; up: Run }): Promise<void> {
    const [lost, anew, ...more] = await made();
    expect(more).toEqual([]);
    expect(await held(stack)).toBe(anew);
    expect(rowOf(up.output, "ci")).toContain(`orphan: API key ${lost}`);
    await service.admin.deleteKey(lost!);
    const after = await stack.preview();
    expect(after).toMatchObject({ exitCode: 0 });
    expect(after.output).not.toContain("left over");
  }

  test("ctrl-c twice: the next up makes the key anew by itself, and names the one that was made", async () => {
    const { stack, made, run } = await struck("twice", async ({ engine, said }) => {
      process.kill(-engine, "SIGINT");
      await said(/received; cancelling/);
      process.kill(-engine, "SIGINT");
    });
    expect(run.output).toContain("terminating");
    const up = await stack.mustUp();
    expect(up.output).toContain("1 pending operations from previous deployment");
    await expectNamed({ stack, made, up });
  });

  test("kill -9 of the provider: the next up makes the key anew by itself, and names the one that was made", async () => {
    const { stack, made } = await struck("provider", async ({ engine }) =>
      process.kill(await relativeOf(engine, provider), "SIGKILL"),
    );
    await expectNamed({ stack, made, up: await stack.mustUp() });
  });

  test("kill -9 of the engine: a backend of files asks for `pulumi cancel`, then the next up makes the key anew and names the one that was made", async () => {
    const pack = join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy");
    const { stack, made } = await struck(
      "engine",
      async ({ engine }) => {
        const ours = [await relativeOf(engine, provider), await relativeOf(engine, "pulumi-payments-policy")];
        process.kill(engine, "SIGKILL");
        // Neither goes on beside the next run.
        while (ours.some(isRunning)) await wait(50);
      },
      ...["--policy-pack", pack],
    );
    const locked = await stack.up();
    expect(locked.exitCode).not.toBe(0);
    expect(locked.output).toContain("`pulumi cancel`");
    await stack.must("cancel", "--yes");
    await expectNamed({ stack, made, up: await stack.mustUp() });
  });

  test("with a name of the program's own the next up makes none: it lists the key that was made, and both ways on lead out", async () => {
    first.write(program(programOf(', name: "nightly"')));
    const { stack, made } = await struck("named", async ({ engine }) =>
      process.kill(await relativeOf(engine, provider), "SIGKILL"),
    );
    const [lost] = await made();
    const up = await stack.up();
    expect(up.exitCode).toBe(1);
    expect(up.output).toContain(`adoptId: "${lost}"`);
    expect(up.output).toMatch(new RegExp(`npx pulumi-payments orphans --stack ${stack.name} --delete ${lost}`));
    expect(await made()).toEqual([lost]);
    await service.admin.deleteKey(lost!);
    await stack.mustUp();
    expect(await made()).toEqual([await held(stack)]);
  });

  leavesNoSecret(() => ({ bench, service }));
}
