import { join } from "node:path";
import type { Installation } from "../../tools/packed.js";
import { sdksOldestByDay } from "../supported-sdks";
import { javascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import { connect, type Workbench, workbench } from "./harness/workbench";

const installations: (Installation & { sdk: string })[] = [
  ...sdksOldestByDay,
  { sdk: "pnpm, which hides what is not a dependency", layout: "pnpm" },
];

let service: Service;
const benches: Workbench[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service?.stop();
  for (const bench of benches) bench.remove();
});

// The pack speaks with the engine through messages and a transport that lie inside the SDK.
test.each(installations)(
  "the pack judges, fixes, and knows the stack's configuration with $sdk",
  async ({ sdk, ...installation }) => {
    const bench = await workbench(installation);
    benches.push(bench);
    const files = javascript(`
const first = new ApiKey("first", { type: "publishable", name: pulumi.secret("temporary") });
new ApiKey("wild", { type: "secret", scopes: ["*"], name: "shop-wild" });
new ApiKey("late", { type: "secret", scopes: [first.id], name: "shop-late" });
`);
    const stack = await bench.stack({ name: "versions", files, yaml: plainJavascript });
    await connect(stack, service);
    const config = join(stack.folder, "policy.json");
    stack.write({
      "policy.json": JSON.stringify({
        "name-convention": { enforcementLevel: "remediate", pattern: "shop-.*", mendAs: "shop-{name}" },
      }),
    });
    const pack = join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy");
    const preview = await stack.pulumi("preview", "--policy-pack", pack, "--policy-pack-config", config);
    expect(preview.output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: wild\)/);
    expect(preview.output).toMatch(/\[advisory\] +no-wildcard-scope +\(.*: late\)\s+Undetermined until up/);
    expect(preview.output).toMatch(/\[remediate\] +name-convention +\(1 resource\)/);
    expect(preview.exitCode).toBe(1);
    // The configuration is told only by what the engine says of the stack.
    await stack.must("config", "set", "--plaintext", "shop:gateway", "sk_live_0123456789");
    const plain = await stack.pulumi("preview", "--policy-pack", pack);
    expect(plain.output).toMatch(/\[mandatory\] +value-not-in-plain-config +\(.*: versions-dev\)\s+shop:gateway holds/);
    expect(plain.output).not.toContain("sk_live_0123456789");
  },
);
