import { javascript, plainJavascript } from "./harness/programs";
import { leaksOf } from "./harness/secrets";
import type { Stack } from "./harness/stack";
import { type Workbench, workbench } from "./harness/workbench";

const planted = "sk_planted_0f9d8c7b6a5e4d3c";
const rotated = "sk_rotated_1a2b3c4d5e6f7081";

let bench: Workbench;
let owner: Stack;
let consumer: Stack;
beforeAll(async () => {
  bench = await workbench();
  owner = await bench.stack({ name: "owner", files: exporting(planted), yaml: plainJavascript });
  await owner.mustUp();
  consumer = await bench.stack({ name: "consumer", files: taking("key"), yaml: plainJavascript });
});
afterAll(() => bench?.remove());

/** The value is put together at run time: the program's own text is searched for leaks too. */
const exporting = (value: string) =>
  javascript(`const value = ${JSON.stringify(value.split("_"))}.join("_");
    module.exports = { key: pulumi.secret(value), plain: "shown to all" };`);

const taking = (name: string) =>
  javascript(`const owner = new pulumi.StackReference("organization/owner/dev");
    module.exports = { header: pulumi.interpolate\`payments-api-key: \${ApiKey.fromStack(owner, "${name}")}\` };`);

test("a secret that another stack exports is one here, in a preview and in state", async () => {
  const preview = await consumer.must("preview");
  expect(preview.output).toContain("[secret]");
  await consumer.mustUp();
  expect(await consumer.outputs()).toEqual({ header: "[secret]" });
  expect(await consumer.outputs("--show-secrets")).toEqual({ header: `payments-api-key: ${planted}` });
  expect((await consumer.preview()).exitCode).toBe(0);
});

test("what the other stack rotates is taken by the next up here", async () => {
  owner.write(exporting(rotated));
  await owner.mustUp();
  await consumer.mustUp();
  expect(await consumer.outputs("--show-secrets")).toEqual({ header: `payments-api-key: ${rotated}` });
});

test.each([
  ["kye", ["no value in the output", "organization/owner/dev", "key, plain"]],
  ["plain", ["is not a secret", "organization/owner/dev", "rotate the key"]],
])("the output %s fails the preview with what to do, and without a trace", async (name, words) => {
  consumer.write(taking(name));
  const { exitCode, output } = await consumer.preview();
  expect(exitCode).toBe(1);
  for (const word of words) expect(output).toContain(word);
  expect(output).not.toContain("shown to all");
  expect(output).not.toMatch(/^\s+at .*\.js:\d+/m);
});

test("no value stands in any file or output of these runs", () => {
  expect(leaksOf([planted, rotated], { bench })).toEqual([]);
});
