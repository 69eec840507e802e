import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Egress } from "../../../sandbox/webhooks/addresses";
import type { AttemptOutcome } from "../../../sandbox/webhooks/message";

/** One webhook to send inside the namespace. */
export interface Sending {
  /** `PORT` in it stands for the port of the witness, which listens on every address of the namespace. */
  url: string;
  egress: Egress;
  /** What names resolve to, answer after answer; the last one stays. Other names do not exist. */
  names?: Record<string, string[][]>;
}

export interface Sent {
  outcome: AttemptOutcome;
  status: number | null;
  /** Addresses at which the witness was reached. */
  reached: string[];
  /** Where it would have been reached without the guard. */
  unguarded: string[];
  /** Names that were asked for. */
  asked: string[];
}

/** Addresses of the outside world that exist on the loopback of the namespace, and so only there. */
const outside = [
  ...["93.184.216.34", "169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "198.18.0.1"],
  ...["10.1.2.3", "172.20.0.1", "192.168.7.7", "100.64.0.1", "fd12::1", "fd00:ec2::254", "2606:4700::1111"],
];

/** Why the tests cannot run here; undefined where they can. */
export function whyNoNamespace(): string | undefined {
  const { status, stderr, error } = spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"], {
    encoding: "utf8",
  });
  return status === 0 ? undefined : `no network namespace of its own: ${error?.message ?? stderr.trim()}`;
}

/**
 * Sends webhooks inside a network namespace that has nothing but a loopback: whatever the guard does, nothing leaves the machine.
 * Answers what became of each.
 */
export function sendInNamespace(sendings: Sending[]): Sent[] {
  const addresses = outside.map((address) => `ip addr add ${address}${address.includes(":") ? "/128" : "/32"} dev lo;`);
  const script = `ip link set lo up; ${addresses.join(" ")} exec "$0" "$@"`;
  const hook = join(__dirname, "../../cli/typescript.cjs");
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    ["-rn", "sh", "-c", script, process.execPath, "--require", hook, join(__dirname, "inside-namespace.ts")],
    { input: JSON.stringify(sendings), encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the process inside the namespace failed: ${stderr}`);
  return JSON.parse(stdout);
}
