import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { ApiKey } from "../../sdk/index";
import { ApiKey as NativeApiKey } from "../../sdk/native";
import { run } from "./mocked";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ inputs }) => inputs,
  }),
);

test("making a resource leaves the limit of stack traces as it was, and needs no organization in a program's tests", () => {
  const limit = Error.stackTraceLimit;
  new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
  expect(Error.stackTraceLimit).toBe(limit);
});

test("mocks with a project and a stack and no organization are enough: the tag is made without one", async () => {
  const told: unknown[] = [];
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
    told.push(inputs.__resource);
    return { id: name, state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: ({ inputs }) => inputs }, "shop", "dev");
  const key = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
  await new Promise((resolve) => key.id.apply(resolve));
  expect(told).toEqual([
    { urn: expect.stringMatching(/^urn:pulumi:dev::shop::/), tag: expect.stringMatching(/^[0-9a-f]{8}$/) },
  ]);
});

test("payments:backendName is part of the tag, so that equal stacks on two backends have other tags", async () => {
  const tags = new Set<unknown>();
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
    tags.add(inputs.__resource.tag);
    return { id: name, state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: ({ inputs }) => inputs }, "shop", "dev");
  for (const backendName of [undefined, "a", "b"]) {
    pulumi.runtime.setAllConfig(backendName === undefined ? {} : { "payments:backendName": backendName });
    const key = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
    await new Promise((resolve) => key.id.apply(resolve));
  }
  pulumi.runtime.setAllConfig({});
  expect(tags.size).toBe(3);
});

test("what the SDK refuses names the line of the program, and the limit is as it was", () => {
  const limit = Error.stackTraceLimit;
  let refused: Error | undefined;
  try {
    new ApiKey("", { type: "secret", scopes: ["accounts:read"] });
  } catch (error) {
    refused = error as Error;
  }
  expect(refused?.message).toMatch(/name/i);
  expect(refused?.stack).toContain("payments-resource.stacks.test");
  expect(Error.stackTraceLimit).toBe(limit);
});

test.each([
  ["dynamic", ApiKey],
  ["native", NativeApiKey],
] as const)(
  "of a resource of the %s form state records the program's lines, and no frame of the packages",
  async (_, Class) => {
    const { prepareStackTrace } = Error;
    const make = () => new Class("ci", { type: "secret", scopes: ["accounts:read"] });
    const { registered } = await run(make);
    expect(Error.prepareStackTrace).toBe(prepareStackTrace);
    const [position, ...stack] = registered("ci").madeAt;
    expect(position).toMatch(new RegExp(`^${pathToFileURL(__filename).href}:\\d+$`));
    expect(position).toBe(stack[0]);
    expect(stack.filter((place) => /\/sdk\/[^/]*$|@pulumi|node:/.test(place.replace("/test/sdk/", "")))).toEqual([]);
  },
);

test("where Node maps positions itself, the recorded stack is the whole one that Node made", async () => {
  const maps = jest.spyOn(process, "sourceMapsEnabled", "get").mockReturnValue(true);
  const { registered } = await run(() => new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] }));
  maps.mockRestore();
  const places = registered("ci").madeAt.join("\n");
  expect(places).toContain("/sdk/api-key.ts");
  expect(places).toContain(pathToFileURL(__filename).href);
});
