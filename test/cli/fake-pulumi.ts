import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** What the pulumi CLI would know of one stack. */
export interface FakeStack {
  config?: Record<string, string>;
  /** `resources` and `pending_operations` of the state; text: what is printed in their place. */
  deployment?: object | string;
  /** What both commands fail with. */
  error?: string;
}

export interface FakePulumi {
  folder: string;
  /** An environment whose PATH begins with it. */
  environment: NodeJS.ProcessEnv;
  set(stack: string, known: FakeStack): void;
  /** What a command has set of a stack; undefined where there is no such stack. */
  configOf(stack: string): Record<string, string> | undefined;
  /** The words of every command so far, as the list of processes shows them. */
  calls(): string[][];
  remove(): void;
}

const script = `#!/usr/bin/env node
const { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const words = process.argv.slice(2);
const stack = words.includes("--stack") ? words[words.indexOf("--stack") + 1] : "selected";
const file = join(__dirname, "stacks", encodeURIComponent(stack) + ".json");
appendFileSync(join(__dirname, "calls"), JSON.stringify(words) + "\\n");
const fail = (text, code) => { process.stderr.write(text + "\\n"); process.exit(code); };
if (!words.includes("--non-interactive")) fail("error: it would have asked", 255);
if (words[0] === "stack" && words[1] === "ls") {
  const names = readdirSync(join(__dirname, "stacks")).map((each) => decodeURIComponent(each.replace(/\\.json$/, "")));
  process.stdout.write(JSON.stringify(names.map((name) => ({ name }))));
  process.exit(0);
}
if (words[0] === "stack" && words[1] === "init") {
  if (!process.env.PULUMI_CONFIG_PASSPHRASE) fail("error: passphrase must be set with PULUMI_CONFIG_PASSPHRASE", 255);
  writeFileSync(file, "{}");
  process.exit(0);
}
if (!existsSync(file)) fail("error: no stack named '" + stack + "' found", 6);
if (words.includes("--show-name")) { process.stdout.write(stack); process.exit(0); }
const { config = {}, deployment = {}, error } = JSON.parse(readFileSync(file, "utf8"));
if (error !== undefined) fail(error, 255);
if (words[0] === "config" && words[1]?.startsWith("set")) {
  const pairs = words.filter((word) => word.includes("=")).map((word) => word.split("="));
  if (words.includes("--secret")) pairs.push([words[words.indexOf("--secret") + 1], readFileSync(0, "utf8")]);
  writeFileSync(file, JSON.stringify({ config: { ...config, ...Object.fromEntries(pairs) }, deployment }));
  process.exit(0);
}
const entries = Object.entries(config).map(([key, value]) => [
  key,
  key.endsWith("apiKey") ? { secret: true, ...(words.includes("--show-secrets") ? { value } : {}) } : { secret: false, value },
]);
const shown = words[0] === "config" ? Object.fromEntries(entries) : { version: 3, deployment };
process.stdout.write(typeof deployment === "string" && words[0] === "stack" ? deployment : JSON.stringify(shown));
`;

/** A program of the name pulumi that answers \`config\`, \`stack init\` and \`stack export\`, where the real engine is not what is looked at. */
export function fakePulumi(): FakePulumi {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "pulumi-"));
  mkdirSync(join(folder, "stacks"));
  writeFileSync(join(folder, "pulumi"), script);
  chmodSync(join(folder, "pulumi"), 0o755);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PAYMENTS|PULUMI)_/.test(name));
  const fileOf = (stack: string): string => join(folder, "stacks", `${encodeURIComponent(stack)}.json`);
  return {
    folder,
    environment: {
      ...Object.fromEntries(inherited),
      // The script finds the Node that runs the test.
      PATH: [folder, join(process.execPath, ".."), process.env.PATH].join(delimiter),
    },
    set: (stack, known) => writeFileSync(fileOf(stack), JSON.stringify(known)),
    configOf: (stack) =>
      existsSync(fileOf(stack)) ? (JSON.parse(readFileSync(fileOf(stack), "utf8")).config ?? {}) : undefined,
    calls: () =>
      existsSync(join(folder, "calls"))
        ? readFileSync(join(folder, "calls"), "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
