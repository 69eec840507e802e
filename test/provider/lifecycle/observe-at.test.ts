import { observeAt } from "../../../provider/lifecycle/observe-at";
import type { ResourceContext, ResourceDefinition } from "../../../provider/lifecycle/resource";

const context = {} as ResourceContext;
const recorded = { outputs: {}, privateState: {} };
const seeing = (byStateAlone?: boolean) =>
  ({ observe: async () => ({ state: "found", live: "live", byStateAlone }) }) as unknown as ResourceDefinition<
    unknown,
    string,
    unknown
  >;
const at = (definition: ReturnType<typeof seeing>, relocates: boolean) =>
  observeAt(definition, context, { id: "1", recorded, relocates });

test("at its own address what is found is found, whether anything of it is seen or not", async () => {
  expect(await at(seeing(true), false)).toMatchObject({ state: "found", live: "live" });
});

test("on the way to another address an object is there only where something of it is seen", async () => {
  expect(await at(seeing(), true)).toMatchObject({ state: "found", live: "live" });
  expect(await at(seeing(false), true)).toMatchObject({ state: "found", live: "live" });
  expect(await at(seeing(true), true)).toMatchObject({ state: "absent" });
});
