import { readFileSync } from "node:fs";
import { join } from "node:path";
import { oldNode } from "../../../provider/text/old-node";

test.each(["20.20.2", "22.9.0", "22.18.99", "9.0.0"])(
  "Node %s is too old, and the reason names both versions",
  (version) => {
    expect(oldNode(version)).toBe(
      `pulumi-payments needs Node 22.19.0 or later; this is ${version}. Install a newer Node, or put it first on PATH.`,
    );
  },
);

test.each(["22.19.0", "22.20.1", "24.9.0", "100.0.0"])("Node %s will do", (version) => {
  expect(oldNode(version)).toBeUndefined();
});

test("what is asked for is what package.json says", () => {
  const { engines } = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8"));
  expect(oldNode("0.1.0")).toContain(`needs Node ${engines.node.replace(">=", "")} or later`);
});
