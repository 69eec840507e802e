import { createSandbox, type Sandbox } from "../../sandbox/index";
import { installedProject } from "../../tools/packed.js";
import { type Admin, adminOf } from "../e2e/harness/admin";
import { forms } from "../provider/lifecycle/world";
import type { Form } from "../stand-in-engine/engine";
import type { HostProcess } from "../stand-in-engine/host";
import { ProviderProcess } from "./provider-process";
import { type Host, sdkWire } from "./sdk-wire";

/** One command of the engine runs in a process that has seen nothing of the commands before it. */
const roles = ["before", "struck", "after"] as const;
export type Role = (typeof roles)[number];

/** Short enough for a suite, long enough for a machine that is busy with others. All in milliseconds. */
const limits = {
  timeouts: { connectMs: 1_000, headersMs: 700, bodyMs: 700, totalMs: 3_000 },
  absenceConfirmMs: 40,
  newKeyGraceMs: 80,
};

/**
 * A sandbox, and provider processes that talk to it. Cases of one lane run one after another, each in an account of its
 * own: so a process that serves many cases knows nothing of any of them beforehand.
 */
export interface Lane {
  host: Host;
  form: Form;
  sandbox: Sandbox;
  admin: Admin;
  /** @param isRefreshAsked the command is one that refreshes, which the plugin sees */
  process(role: Role, isRefreshAsked?: boolean): Promise<HostProcess>;
  /** The next case gets a process of its own in this role. */
  replace(role: Role, signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Everything that processes of this lane have written since the last call. */
  output(): string;
  close(): Promise<void>;
}

/** The real process of a host, from the installed package. */
async function start(host: Host, config: Record<string, string>, isRefreshAsked: boolean): Promise<HostProcess> {
  const installed = await installedProject();
  return ProviderProcess.start(sdkWire(installed, host), installed, config, isRefreshAsked ? "refresh" : "up");
}

export async function openLane(host: Host): Promise<Lane> {
  const sandbox = await createSandbox();
  const running = new Map<string, Promise<HostProcess>>();
  const marks = new Map<HostProcess, number>();
  const config = {
    "payments:baseUrl": sandbox.url,
    "payments:apiKey": sandbox.apiKey,
    "payments:accountId": sandbox.accountId,
    "payments:timeouts": JSON.stringify(limits.timeouts),
    "payments:absenceConfirmMs": String(limits.absenceConfirmMs),
    "payments:newKeyGraceMs": String(limits.newKeyGraceMs),
  };
  const keyOf = (role: Role, isRefreshAsked: boolean): string => (isRefreshAsked ? `${role}, refreshing` : role);
  const end = async (role: Role, signal?: "SIGTERM" | "SIGKILL"): Promise<void> => {
    for (const key of [keyOf(role, false), keyOf(role, true)]) {
      const process = await running.get(key);
      running.delete(key);
      await process?.end(signal);
    }
  };
  return {
    host,
    form: forms[host],
    sandbox,
    admin: adminOf(sandbox),
    process(role, isRefreshAsked = false) {
      const key = keyOf(role, isRefreshAsked);
      const known = running.get(key) ?? start(host, config, isRefreshAsked);
      running.set(key, known);
      void known.then((process) => marks.set(process, marks.get(process) ?? 0));
      return known;
    },
    replace: end,
    output() {
      return [...marks]
        .flatMap(([process, mark]) => {
          marks.set(process, process.lines.length);
          return process.lines.slice(mark);
        })
        .join("\n");
    },
    async close() {
      await Promise.all(roles.map((role) => end(role)));
      await sandbox.close();
    },
  };
}
