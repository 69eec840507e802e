import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { classNameOfType } from "../../../provider/text/type-token";
import { engineEnvironment } from "../../../tools/engine-path.js";
import { pinnedNode } from "../../../tools/set-up/pinned-node.js";
import { root } from "../../../tools/set-up/places.js";
import { type Command, type Run, run } from "./process";

/** One resource of an exported state. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** A run of pulumi that a test made, for looking at everything that was ever written. */
export interface Told extends Run {
  args: readonly string[];
}

/** Where stacks keep their state. */
export interface Backend {
  url: string;
  /** What the engine needs in its environment to get there. */
  env: Readonly<Record<string, string>>;
}

export interface StackParts {
  /** Folder of Pulumi.yaml. */
  folder: string;
  name: string;
  /** PATH-style line with the engine, the launcher of the program's own SDK and the pinned Node. */
  path: string;
  home: string;
  backend: Backend;
  temporary: string;
  passphrase: string;
  told: Told[];
}

/** Every command starts several Node processes that load the same SDK: Node keeps what it compiled, for all of them. */
const compiled = join(root, ".cache", "compiled");

/** A stack of a project folder, driven by the real command. */
export class Stack {
  readonly folder: string;
  readonly name: string;
  /** Added to the environment of every command. */
  readonly env: NodeJS.ProcessEnv = {};

  constructor(private readonly parts: StackParts) {
    this.folder = parts.folder;
    this.name = parts.name;
  }

  /** Writes files of the program, by their path below the project's folder. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  pulumi(...args: string[]): Promise<Run> {
    return this.#run(args);
  }

  /** An `up` that is killed with all that it started, as soon as the promise is settled. */
  upCutOffBy(cutOffBy: Promise<unknown>): Promise<Run> {
    return this.#run(["up", "--yes", "--skip-preview"], { cutOffBy });
  }

  /** A command during which something is done, with the id of the engine's process. */
  during(meanwhile: NonNullable<Command["meanwhile"]>, ...args: string[]): Promise<Run> {
    return this.#run(args, { meanwhile });
  }

  #run(args: string[], also: Pick<Command, "cutOffBy" | "meanwhile"> = {}): Promise<Run> {
    return this.#tell(args, { program: "pulumi", args: [...args, "--stack", this.name], ...also });
  }

  async #tell(args: readonly string[], command: Omit<Command, "cwd" | "env">): Promise<Run> {
    const { path, home, backend, temporary, passphrase, told } = this.parts;
    const env = { TMPDIR: temporary, NODE_COMPILE_CACHE: compiled, ...backend.env, ...this.env };
    const isolated = engineEnvironment({ path, home, backend: backend.url, passphrase, env });
    const result = await run({ ...command, cwd: this.folder, env: isolated });
    told.push({ args, ...result });
    return result;
  }

  /** The package's own command, as a user of the project runs it; the stack is to be named. */
  payments(...args: string[]): Promise<Run> {
    return this.#payments(args);
  }

  /** The same, killed with its whole group as soon as the promise is settled. */
  paymentsCutOffBy(cutOffBy: Promise<unknown>, ...args: string[]): Promise<Run> {
    return this.#payments(args, { cutOffBy });
  }

  /** Lines of a page, as its reader types them into a shell in the folder of the stack, which has to be selected. */
  shell(lines: string): Promise<Run> {
    return this.#tell(["sh", lines], { program: "sh", args: ["-ec", lines] });
  }

  #payments(args: readonly string[], also: Pick<Command, "cutOffBy"> = {}): Promise<Run> {
    const main = require.resolve("pulumi-payments/package.json", { paths: [this.folder] });
    const command = [join(dirname(main), "dist", "cli", "main.js"), ...args];
    return this.#tell(["payments", ...args], { program: pinnedNode, args: command, ...also });
  }

  /** A command that is expected to work, and is not what the test checks. */
  async must(...args: string[]): Promise<Run> {
    const result = await this.pulumi(...args);
    if (result.exitCode !== 0) throw new Error(`pulumi ${args.join(" ")}: exit ${result.exitCode}\n${result.output}`);
    return result;
  }

  /** One `pulumi config set-all`; settings with a name in `secret` are encrypted. */
  async configure(plain: Record<string, string>, secret: Record<string, string> = {}): Promise<void> {
    const flags = [
      ...Object.entries(plain).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
      ...Object.entries(secret).flatMap(([key, value]) => ["--secret", `${key}=${value}`]),
    ];
    await this.must("config", "set-all", ...flags);
  }

  up(...flags: string[]): Promise<Run> {
    return this.pulumi("up", "--yes", "--skip-preview", ...flags);
  }
  mustUp(...flags: string[]): Promise<Run> {
    return this.must("up", "--yes", "--skip-preview", ...flags);
  }
  /** The command that a CI runs: exit 0 clean, 7 changes, 1 failure. */
  preview(...flags: string[]): Promise<Run> {
    return this.pulumi("preview", "--expect-no-changes", ...flags);
  }
  refresh(...flags: string[]): Promise<Run> {
    return this.pulumi("refresh", "--yes", "--skip-preview", ...flags);
  }
  destroy(...flags: string[]): Promise<Run> {
    return this.pulumi("destroy", "--yes", "--skip-preview", ...flags);
  }

  /** The resources of state without the stack and its providers, by their logical name. */
  async state(): Promise<Map<string, StateResource>> {
    const { stdout } = await this.must("stack", "export");
    const resources = (JSON.parse(stdout).deployment.resources ?? []) as StateResource[];
    const custom = resources.filter(({ type }) => classNameOfType(type) !== undefined);
    return new Map(custom.map((resource) => [resource.urn.slice(resource.urn.lastIndexOf("::") + 2), resource]));
  }

  /** The id of each of those, by its logical name. */
  async ids(): Promise<Record<string, string>> {
    return Object.fromEntries([...(await this.state())].map(([name, { id }]) => [name, id ?? ""]));
  }

  async outputs(...flags: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await this.must("stack", "output", "--json", ...flags);
    return JSON.parse(stdout) as Record<string, unknown>;
  }
}
