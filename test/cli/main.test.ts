import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../cli/commands";
import { takeovers } from "../takeovers";
import { endAll, run, runIn, runWithoutSdk } from "./process";

afterEach(endAll);

test("--help lists the commands and how to learn about each", async () => {
  const { code, stdout, stderr } = await run("--help").ended;
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/Usage: npx pulumi-payments <command>/);
  expect(stdout).toMatch(/ {2}sandbox +run a local payment service/);
});

test("without a command it shows the same help as an error", async () => {
  const { code, stdout, stderr } = await run().ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toBe((await run("--help").ended).stdout);
});

test("an unknown command is an error that suggests the closest one, with the help below it", async () => {
  const { code, stderr } = await run("sandbux").ended;
  expect(code).toBe(1);
  expect(stderr).toContain("unknown command 'sandbux'\n(Did you mean sandbox?)");
  expect(stderr).toContain((await run("--help").ended).stdout);
});

test("the help of every command teaches: what it does, each option or subcommand, and examples", async () => {
  for (const { name } of commands.filter((each) => each.name !== "sandbox")) {
    const { code, stdout } = await run(name, "--help").ended;
    expect([name, code]).toEqual([name, 0]);
    expect(stdout).toMatch(new RegExp(`^Usage: npx pulumi-payments ${name} .*\n(?: .*\n)*\n[A-Z]`));
    expect(stdout).toMatch(/^ {2}-h, --help +this text$/m);
    expect(stdout).toMatch(/^Exit codes:\n {2}0 {2}\S/m);
    expect(stdout).toMatch(/\n {2}(?:npx pulumi-payments|pulumi preview) /);
  }
});

test("-h, help, and help before a command are what --help is", async () => {
  const { stdout: whole } = await run("--help").ended;
  for (const words of [["-h"], ["help"]]) expect(await run(...words).ended).toMatchObject({ code: 0, stdout: whole });
  const { stdout: ofKeys } = await run("keys", "--help").ended;
  for (const words of [
    ["help", "keys"],
    ["keys", "-h"],
  ])
    expect(await run(...words).ended).toMatchObject({ code: 0, stdout: ofKeys });
  expect((await run("policy", "list", "-h").ended).stdout).toContain("Usage: npx pulumi-payments policy");
  expect((await run("help", "sandbux").ended).stderr).toContain("Did you mean sandbox?");
  expect((await run("--hlep").ended).stderr).toContain("unknown option '--hlep'\n(Did you mean --help?)");
});

test("where @pulumi/pulumi is not installed, what needs it says the line that installs it, and the rest works", async () => {
  const main = join(__dirname, "../../cli/main.ts");
  const project = join(__dirname, "../../examples/javascript");
  const install = "needs @pulumi/pulumi, which is not installed here. Run: npm install @pulumi/pulumi\n";
  for (const words of [
    ["drift", "--all", "--cwd", project],
    ["explain", "urn:pulumi:a::b::c::d"],
    ["policy", "test"],
  ]) {
    const { code, stderr } = await runWithoutSdk(main, ...words).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^[\\w -]+ ${install}$`))]);
  }
  expect((await runWithoutSdk(main, "policy", "list").ended).code).toBe(0);
  const sdk = join(__dirname, "../../sdk/index.ts");
  const { stderr } = await runWithoutSdk("-e", `require(${JSON.stringify(sdk)})`).ended;
  expect(stderr).toContain(`Error: pulumi-payments ${install.trim()}`);
  expect(stderr).not.toContain("Require stack");
});

test("--version prints the package's version", async () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
  expect((await run("--version").ended).stdout).toBe(`${manifest.version}\n`);
});

test("where the sandbox is not installed, its command says the line that installs it, and exits 1", async () => {
  const main = join(__dirname, "../../cli/main.ts");
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
  expect(await runWithoutSdk(main, "sandbox", "--port", "0").ended).toMatchObject({
    code: 1,
    stdout: "",
    stderr: `The local payment service is in the package pulumi-payments-sandbox, which is not installed here. Run: npm install --save-dev pulumi-payments-sandbox@${version}\n`,
  });
});

describe("what Node compiled", () => {
  let folder: string;
  let cache: string;
  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), "payments-main-"));
    cache = join(folder, "cache", "pulumi-payments", "compiled");
    mkdirSync(join(folder, "tmp"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const help = () => {
    const { PATH, HOME, XDG_CACHE_HOME, SWC_NATIVE_BINDING_CACHE } = process.env;
    const swc = SWC_NATIVE_BINDING_CACHE ?? join(XDG_CACHE_HOME ?? join(HOME!, ".cache"), "swc-for-tests");
    const env = { PATH, HOME, SWC_NATIVE_BINDING_CACHE: swc };
    return runIn({ ...env, TMPDIR: join(folder, "tmp"), XDG_CACHE_HOME: join(folder, "cache") }, "keys", "--help")
      .ended;
  };

  test("is kept in a folder of the user's own, and not in the one for temporary files, which everybody can write to", async () => {
    expect(await help()).toMatchObject({ code: 0, stderr: "" });
    expect([readdirSync(cache).length, statSync(cache).mode & 0o777]).toEqual([1, 0o700]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  test.each(takeovers)(
    "is neither kept nor run where the folder %s, and the command works all the same",
    async (_, takeOver) => {
      mkdirSync(cache, { recursive: true, mode: 0o700 });
      takeOver(cache);
      expect(await help()).toMatchObject({ code: 0, stderr: "" });
      expect([readdirSync(cache), readdirSync(join(folder, "tmp"))]).toEqual([[], []]);
    },
  );
});
