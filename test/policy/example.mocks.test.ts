import * as pulumi from "@pulumi/pulumi";

class Thing extends pulumi.CustomResource {
  constructor(name: string, inputs: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, inputs, options);
  }
}

// `policy/example.ts` replaces a method of the SDK's mocks because of this. Once this fails, the replacement can go.
test("the SDK's mocks show a resource's inputs, and neither its options nor its dependencies", async () => {
  const shown: pulumi.runtime.MockResourceArgs[] = [];
  const newResource = (args: pulumi.runtime.MockResourceArgs) => {
    shown.push(args);
    return { id: `${args.name}-id`, state: args.inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "dev", false);
  const first = new Thing("first", { size: 1 });
  const options = { protect: true, ignoreChanges: ["owner"] };
  new Thing("second", { size: 2, of: first.id }, options);
  await pulumi.runtime.disconnect();
  const second = shown.find(({ name }) => name === "second");
  expect(second).toMatchObject({ name: "second", inputs: { size: 2, of: "first-id" } });
  expect(JSON.stringify(second)).not.toMatch(/protect|ignoreChanges|owner|dependenc/i);
});
