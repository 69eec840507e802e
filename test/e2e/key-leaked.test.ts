import { blocksIn, pageAt } from "../docs/pages";
import type { Run } from "./harness/process";
import { plainJavascript, rotatingBilling } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const [revoke = "", endEarly = ""] = blocksIn(pageAt("docs/how-to/revoke-a-leaked-key.md"), "sh").map(({ code }) =>
  code.trim(),
);

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
  const exported = "exports.billingKey = billing.value; exports.retiring = billing.retiring.apply((key) => key?.id);";
  const files = rotatingBilling({ everyDays: 30, overlapHours: 48 }, exported);
  stack = await bench.stack({ name: "leaked", files, yaml: plainJavascript });
  await connect(stack, service);
  await stack.mustUp();
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

/** Runs the lines of the page as its reader does: variables, and pulumi. */
async function follow(lines: string): Promise<Run[]> {
  const runs: Run[] = [];
  for (const line of lines.split("\n")) {
    const [command, ...words] = line.split(" ");
    if (command === "pulumi") runs.push(await stack.must(...words));
    else if (command === "unset") delete stack.env[words[0]!];
    else {
      const [, name, called, text] = /^export (\w+)=(?:\$\(pulumi (.*)\)|(.*))$/.exec(line)!;
      stack.env[name!] = called === undefined ? text : (await stack.must(...called.split(" "))).stdout.trim();
    }
  }
  return runs;
}

async function statusOf(value: string): Promise<number> {
  const headers = { "payments-api-key": value, "payments-account": service.accountId };
  return (await fetch(`${service.directUrl}/v1/accounts`, { headers })).status;
}
const handedOut = async (): Promise<string> => (await stack.outputs("--show-secrets")).billing as string;

test("the page has under ten lines of commands", () => {
  expect(`${revoke}\n${endEarly}`.split("\n").length).toBeLessThan(10);
});

test("a name that no rotation has stops the preview, and so an up, and the nearest is named", async () => {
  const before = await handedOut();
  stack.env.PAYMENTS_REVOKE_NOW = "biling";
  const up = await stack.pulumi("up", "--yes");
  delete stack.env.PAYMENTS_REVOKE_NOW;
  expect(up.exitCode).toBe(1);
  expect(up.output).toContain('PAYMENTS_REVOKE_NOW names "biling", and no RotatingApiKey of this program has');
  expect(up.output).toContain('Did you mean "billing"?');
  expect(up.output).not.toMatch(/^\s+at .*\.js:\d+/m);
  expect(up.output).not.toContain("Updating (dev)");
  expect(await handedOut()).toBe(before);
});

test("the lines of the page revoke the leaked value, and print the one that works", async () => {
  const leaked = await handedOut();
  expect(await statusOf(leaked)).toBe(200);
  const [preview, , printed] = await follow(revoke);
  expect(preview?.output).toMatch(/due: requested for this run: a new key is created and handed on/);
  expect(preview?.output).toMatch(/due: key \S+ is deleted: this run was asked to/);
  const value = printed!.stdout.trim();
  expect(value).toBe(await handedOut());
  expect([await statusOf(leaked), await statusOf(value)]).toEqual([401, 200]);
});

test("with an overlap the leaked value works until it is ended early", async () => {
  const leaked = await handedOut();
  await follow(revoke.replace("REVOKE", "ROTATE").replace("unset PAYMENTS_REVOKE_NOW", "unset PAYMENTS_ROTATE_NOW"));
  expect([await statusOf(leaked), await statusOf(await handedOut())]).toEqual([200, 200]);
  await follow(endEarly);
  expect([await statusOf(leaked), await statusOf(await handedOut())]).toEqual([401, 200]);
});
