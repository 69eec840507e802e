import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endWithEngine } from "../provider/dynamic/engine-gone";
import type { PolicyReport } from "../provider/report/policy-writer";
import { reportFolder } from "../provider/report/variables";
import type { Preset } from "./levels";
import type { Rule } from "./rule";
import { problemsOfRules } from "./rule-shape";
import { analyzerHandlers } from "./wire/analyzer";
import { wireModules } from "./wire/modules";

/** A policy pack: a process that the Pulumi engine calls for each resource. */
export interface PackDefinition {
  /** Letters, digits, dashes, dots and underscores; at most 100. */
  name: string;
  /** Rules of this package, your own, or both. */
  rules: readonly Rule[];
  /** One sentence. */
  description?: string;
  /** Shown beside the name. Default: the version in the package.json of the pack's folder, or of the closest folder above it. */
  version?: string;
  /** The preset where neither the configuration nor the environment sets one. Default: `recommended`. */
  preset?: Preset;
}

/**
 * Starts the server of a pack. Call it once, at the end of the pack's program.
 *
 * @throws PulumiSdkMissing if `@pulumi/pulumi` is not installed
 * @throws Error if the form of a rule is wrong, or two rules have the same name
 * @example
 * definePack({ name: "our-rules", rules: [...rules, ourOwnRule] });
 */
export function definePack(definition: PackDefinition): void {
  const { name, rules, description, preset } = definition;
  const problems = problemsOfRules(rules);
  if (!/^[a-zA-Z0-9-_.]{1,100}$/.test(name))
    problems.unshift("its name must have at most 100 letters, digits, dashes, dots and underscores");
  if (problems.length > 0)
    throw new Error(
      `the policy pack ${name} can't be served:\n${problems.map((problem) => `  - ${problem}`).join("\n")}\nFix what definePack is given.`,
    );
  const version = definition.version ?? versionAbove(ownFolder());
  const wire = wireModules();
  const pack = { name, version, rules, preset, ...(description === undefined ? {} : { description }) };
  const dependencies = { environment: process.env, now: () => new Date(), report: reportOf(pack) };
  const handlers = analyzerHandlers(wire, pack, dependencies);
  const { serveCalls } = require("../provider/wire/server") as typeof import("../provider/wire/server");
  // The engine reads the port from the first line.
  void serveCalls(wire.service, handlers).then(({ port }) => process.stdout.write(`${port}\n`));
  endWithEngine(() => process.exit(1));
}

/** Loaded only under the drift command, because a pack starts with every preview. */
function reportOf(pack: { name: string; version: string }): PolicyReport | undefined {
  if (reportFolder(process.env) === undefined) return undefined;
  const { openPolicyReport } =
    require("../provider/report/policy-writer") as typeof import("../provider/report/policy-writer");
  return openPolicyReport(process.env, process.pid, pack);
}

/** The SDK runs a pack in a folder by a program of its own, whose working directory is that folder. */
function ownFolder(): string {
  const main = require.main?.filename;
  return main === undefined || main.includes("run-policy-pack") ? process.cwd() : dirname(main);
}

function versionAbove(folder: string): string {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest)) {
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: string };
    if (version !== undefined) return version;
  }
  const above = dirname(folder);
  return above === folder ? "0.0.0" : versionAbove(above);
}
