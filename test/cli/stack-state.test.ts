import { readState } from "../../cli/stack-state";
import { fakePulumi } from "./fake-pulumi";

const fake = fakePulumi();
afterAll(() => fake.remove());
const read = (stack: string) => readState({ stack }, fake.environment);

test("a state has its resources and the operations that never ended", async () => {
  const key = { urn: "urn:1", type: "t", id: "key_1", inputs: { a: 1 }, outputs: { b: 2 } };
  const creating = { urn: "urn:2", type: "t", inputs: {} };
  fake.set("dev", { deployment: { resources: [key], pending_operations: [{ type: "creating", resource: creating }] } });
  expect(await read("dev")).toEqual({
    name: { stack: "dev" },
    resources: [key],
    pending: [{ type: "creating", resource: { ...creating, outputs: {} } }],
  });
});

test("a stack that was never deployed has neither", async () => {
  fake.set("empty", { deployment: { manifest: {} } });
  expect(await read("empty")).toMatchObject({ resources: [], pending: [] });
});

test.each([
  ["cut off", '{"version":3,"deploym', "is not JSON"],
  ["of another form", '{"version":4,"checkpoint":{}}', "has a form that is not known here (deployment:"],
  [
    "with a resource that has no urn",
    '{"deployment":{"resources":[{"id":"key_1"}]}}',
    "has a form that is not known here (deployment.resources.0.urn:",
  ],
])("a state that is %s is an error and never an empty state", async (_, deployment, message) => {
  fake.set("odd", { deployment });
  await expect(read("odd")).rejects.toThrow(`The state of stack odd ${message}`);
});
