import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Report } from "../../drift/report/report";
import { root } from "../../tools/set-up/places.js";
import { asOften } from "../nightly";
import { type RunningBackend, startPostgres, startS3 } from "./harness/backends";
import { isRunning, relativeOf } from "./harness/family";
import { endLeftRunning } from "./harness/left-running";
import { javascript, plainJavascript, rotatingBilling } from "./harness/programs";
import { rowOf } from "./harness/rows";
import { leaksOf, placesOf, plantedIn } from "./harness/secrets";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

/** State in Postgres and in S3, with the lock of each. */

const backends = { Postgres: () => startPostgres(), S3: startS3 };

const hourS = 3_600;
const dayS = 24 * hourS;
/** A text without any secret, which a state keeps as it is. */
const known = "a text that the search has to find";
const locked = /the stack is currently locked by 1 lock\(s\)/;

test("a machine without Postgres is told what to install", async () => {
  const empty = mkdtempSync(join(tmpdir(), "payments-no-postgres-"));
  const machine = { env: { PATH: empty }, isRoot: false, osRelease: join(empty, "os-release"), versions: empty };
  const refused = startPostgres({ machine });
  await expect(refused).rejects.toThrow(/apt-get install --no-install-recommends postgresql/);
  await expect(refused).rejects.toThrow(/initdb, postgres, psql/);
  rmSync(empty, { recursive: true });
});

for (const [name, start] of asOften([], Object.entries(backends)))
  describe(`state in ${name}`, () => {
    let backend: RunningBackend;
    let service: Service;
    let bench: Workbench;
    let stack: Stack;
    // What the machine lacks is installed first.
    beforeAll(async () => {
      [backend, service] = await Promise.all([start(), startService(["--clock", "manual"])]);
      bench = await workbench({}, backend);
    }, 900_000);
    afterAll(async () => {
      if (bench) endLeftRunning(bench.folder);
      await Promise.all([service?.stop(), backend?.stop()]);
      bench?.remove();
    });

    const project = async (name: string, files: Record<string, string>): Promise<Stack> => {
      const made = await bench.stack({ name, files, yaml: plainJavascript });
      await connect(made, service);
      return made;
    };
    const liveIds = async (): Promise<string[]> => (await service.admin.keys(service.accountId)).map(({ id }) => id);
    const keptOf = async (planted: string[]): Promise<string[]> => placesOf(planted, await backend.contents());

    test("an up keeps the state there and nowhere else, and the next preview is clean", async () => {
      const ci = 'new ApiKey("ci", { type: "secret", name: "ci", scopes: ["accounts:read", "api_keys:read"] });';
      const more = `${ci}\nexports.known = ${JSON.stringify(known)};`;
      stack = await project("kept", rotatingBilling({ everyDays: 2, overlapHours: 24 }, more));
      await stack.mustUp();
      expect(await stack.preview()).toMatchObject({ exitCode: 0 });
      const { ci: id = "" } = await stack.ids();
      expect((await keptOf([id])).length).toBeGreaterThan(0);
      expect(leaksOf([id], { bench }).filter((where) => !where.startsWith("pulumi "))).toEqual([]);
    });

    test("the lines of the page lead a shell to the same stacks", async () => {
      const page = readFileSync(join(root, "docs", "how-to", "choose-a-backend.md"), "utf8");
      const [, block = ""] = new RegExp(`^## ${name}\n\n\`\`\`sh\n(.*?)^\`\`\``, "ms").exec(page) ?? [];
      const own = { ...backend.env, PULUMI_BACKEND_URL: backend.url };
      // The example's values become those of this server; a name that the page lacks stays unset.
      const lines = Object.entries(own).reduce(
        (text, [key, value]) => text.replace(new RegExp(`\\b${key}="[^"]*"`), `${key}="${value}"`),
        block,
      );
      const listed = await stack.shell(
        `unset PULUMI_CONFIG_PASSPHRASE ${Object.keys(own).join(" ")}\n${lines}\npulumi stack ls --all --json`,
      );
      expect(listed).toMatchObject({ exitCode: 0 });
      expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ name: "dev", resourceCount: 4 })]);
    });

    test("a colleague's change gives a preview exit 7, `pulumi-payments drift` finds it, and an up undoes it", async () => {
      const { ci = "" } = await stack.ids();
      await service.admin.changeKey(ci, { scopes: ["accounts:read"] });
      expect(await stack.preview()).toMatchObject({ exitCode: 7 });
      const file = join(bench.folder, "report.json");
      for (const from of [[], ["--from-state"]]) {
        const drift = await stack.payments("drift", ...from, "--stack", "dev", "--format", "json", "--out", file);
        expect(drift).toMatchObject({ exitCode: 2 });
        const { findings } = JSON.parse(readFileSync(file, "utf8")) as Report;
        expect(findings).toEqual([expect.objectContaining({ name: "ci", tier: "changed" })]);
      }
      await stack.mustUp();
      expect((await service.admin.key(ci)).scopes).toEqual(["accounts:read", "api_keys:read"]);
      expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    });

    test("a rotation hands a new value on while the old one still works, and removes the old key after its overlap", async () => {
      const value = async (): Promise<string> => String((await stack.outputs("--show-secrets")).billing);
      const before = await value();
      await service.admin.advance(2 * dayS + hourS);
      await stack.mustUp();
      const after = await value();
      expect(after).not.toBe(before);
      // 403: the key is known, and may not list keys.
      expect([await service.statusFor(before), await service.statusFor(after)]).toEqual([403, 403]);
      await service.admin.advance(dayS + hourS);
      await stack.mustUp();
      expect([await service.statusFor(before), await service.statusFor(after)]).toEqual([401, 403]);
    });

    describe("a run that is struck while the service makes a key", () => {
      let struck: Stack;
      let before: string[];
      const program = (more = "") =>
        javascript(`new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });\n${more}`);
      const made = async (): Promise<string[]> => (await liveIds()).filter((id) => !before.includes(id));

      test("kill -9 of the engine: the next up is refused by the lock, and after `pulumi cancel` it makes the key anew and names the one that was made", async () => {
        struck = await project("struck", program());
        before = await liveIds();
        const { reached, release } = service.witness.hold("POST /v1/api-keys", "after");
        const run = await struck.during(
          async (engine) => {
            await reached;
            const provider = await relativeOf(engine, "dynamic-provider");
            process.kill(engine, "SIGKILL");
            while (isRunning(provider)) await wait(50);
          },
          ...["up", "--yes", "--skip-preview"],
        );
        expect(run.exitCode).toBe(137);
        endLeftRunning(bench.folder);
        release();
        const refused = await struck.up();
        expect(refused.exitCode).not.toBe(0);
        expect(refused.output).toMatch(locked);
        expect(refused.output).toContain("`pulumi cancel`");
        await struck.must("cancel", "--yes");
        const up = await struck.mustUp();
        const [lost = "", anew, ...more] = await made();
        expect(more).toEqual([]);
        expect((await struck.ids()).ci).toBe(anew);
        expect(rowOf(up.output, "ci")).toContain(`orphan: API key ${lost}`);
        await service.admin.deleteKey(lost);
        const preview = await struck.preview();
        expect(preview).toMatchObject({ exitCode: 0 });
        expect(preview.output).not.toContain("orphan");
      });

      test("a second run on the same stack is refused with the words of the lock, and the first completes", async () => {
        struck.write(program('new ApiKey("second", { type: "secret", scopes: ["accounts:read"] });'));
        const { reached, release } = service.witness.hold("POST /v1/api-keys", "after");
        let other: Awaited<ReturnType<Stack["up"]>> | undefined;
        const first = await struck.during(
          async () => {
            await reached;
            other = await struck.up();
            release();
          },
          ...["up", "--yes", "--skip-preview"],
        );
        expect(first).toMatchObject({ exitCode: 0 });
        expect(other?.exitCode).not.toBe(0);
        expect(other?.output).toMatch(locked);
        expect((await made()).sort()).toEqual(Object.values(await struck.ids()).sort());
      });
    });

    test("two runs on two stacks of one account both complete, each with a key of its own", async () => {
      const first = await project(
        "pair",
        javascript('new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });'),
      );
      const second = await bench.sibling(first, "second");
      await connect(second, service);
      const before = await liveIds();
      // Neither goes on before both ask.
      const holds = [1, 2].map(() => service.witness.hold("POST /v1/api-keys", "before"));
      const runs = [first.up(), second.up()];
      await Promise.race([Promise.all(holds.map(({ reached }) => reached)), Promise.all(runs)]);
      for (const { release } of holds) release();
      expect((await Promise.all(runs)).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      const ids = [(await first.ids()).ci, (await second.ids()).ci];
      expect((await liveIds()).filter((id) => !before.includes(id)).sort()).toEqual([...ids].sort());
      for (const each of [first, second]) expect(await each.preview()).toMatchObject({ exitCode: 0 });
    });

    test("the search finds what is kept in clear text, and no value of a key, credential or passphrase", async () => {
      const contents = await backend.contents();
      expect(placesOf([known], contents).length).toBeGreaterThan(0);
      const planted = plantedIn({ bench, service });
      expect(planted.length).toBeGreaterThan(8);
      for (const id of Object.values(await stack.ids())) expect(placesOf([id], contents).length).toBeGreaterThan(0);
      expect(placesOf([...planted, backend.password], contents)).toEqual([]);
      expect(leaksOf([...planted, backend.password], { bench, service })).toEqual([]);
    });

    test("every request carried a key and an account", () => {
      expect(service.witness.incomplete).toEqual([]);
    });
  });
