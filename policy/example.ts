import type { Input, Output } from "@pulumi/pulumi";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb.js";
import { keyClassNames } from "../provider/text/class-names";
import { asSecret, isSecret, type Raw } from "../provider/wire/special-values";
import * as sdk from "../sdk/index";
import { evaluateResource, evaluateStack, type PolicyContext } from "./evaluate";
import { classOf, type Facts, type ResourceFacts, type StackFacts } from "./facts";
import type { Finding } from "./finding";
import type { ExampleProgram, Rule } from "./rule";
import { readSettings } from "./settings";
import { findInClear } from "./wire/in-clear";
import { propsOf } from "./wire/resources";

const project = "example";

/** A resource of an example, with its properties as the engine would send them. */
interface Declared {
  facts: Omit<ResourceFacts, "props" | "inClear">;
  inputs: Raw;
  outputs: Raw;
  /** What the program can read. */
  state: Raw;
}

/**
 * The findings of a rule on the program of an example. Runs the program in this process on the SDK's mocks, so only one at a time.
 *
 * @throws Error if the program throws
 */
export async function evaluateExample(rule: Rule, given: string | ExampleProgram): Promise<Finding[]> {
  const example = typeof given === "string" ? { program: given } : given;
  const name = example.stackName ?? "dev";
  const stack: StackFacts = { name, project, isPreview: true, config: example.stackConfig ?? {}, environment: {} };
  const entries = new Map([[rule.name, { level: "mandatory" as const, properties: rule.example?.config ?? {} }]]);
  const context: PolicyContext = {
    rules: [rule],
    settings: readSettings({ rules: [rule], entries }),
    stack,
    now: example.now === undefined ? new Date() : new Date(example.now),
  };
  const declared = await declaredBy(example, name);
  const inClear = findInClear(
    declared.map(({ facts, outputs }) => ({
      urn: facts.urn,
      isOurs: facts.className !== undefined,
      raw: () => outputs,
    })),
  );
  const resources = (of: "inputs" | "outputs"): ResourceFacts[] =>
    declared.map(({ facts, [of]: raw }) => ({
      ...facts,
      props: propsOf(raw, facts.className, () => undefined),
      inClear: inClear.get(facts.urn) ?? [],
    }));
  return [
    ...resources("inputs").flatMap((one) => evaluateResource(context, one)),
    ...evaluateStack(context, resources("outputs")),
  ];
}

async function declaredBy({ program, outputs = {} }: ExampleProgram, stackName: string): Promise<Declared[]> {
  const pulumi = require("@pulumi/pulumi") as typeof import("@pulumi/pulumi");
  const { MockMonitor } =
    require("@pulumi/pulumi/runtime/mocks.js") as typeof import("@pulumi/pulumi/runtime/mocks.js");
  const declared = new Map<string, Declared>();
  const { registerResource } = MockMonitor.prototype;
  // The mocks do not show the options of a resource.
  MockMonitor.prototype.registerResource = function (request, respond) {
    const one = declaredIn(request, stackName, outputs[request.getName()] ?? {});
    declared.set(one.facts.name, one);
    return registerResource.call(this, request, respond);
  };
  try {
    const newResource = ({ name }: { name: string }) => {
      const state = Object.entries(declared.get(name)?.state ?? {});
      const unwrapped = state.map(([output, value]) => [output, isSecret(value) ? pulumi.secret(value.value) : value]);
      return { id: `${name}-id`, state: Object.fromEntries(unwrapped) };
    };
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, project, stackName, false);
    const exported = evaluate(program, pulumi);
    for (let seen = -1; seen !== declared.size; ) {
      seen = declared.size;
      await pulumi.runtime.disconnect();
    }
    return [...declared.values(), await stackWith(exported, stackName, pulumi)];
  } finally {
    MockMonitor.prototype.registerResource = registerResource;
  }
}

function declaredIn(request: RegisterResourceRequest, stackName: string, more: Facts): Declared {
  const type = request.getType();
  const className = classOf(type);
  const name = request.getName();
  const inputs = (request.getObject()?.toJavaScript() ?? {}) as Raw;
  const value = `${inputs.type === "publishable" ? "pk" : "sk"}_example_of_${name}`;
  const isKey = keyClassNames.some((each) => each === className);
  const created = isKey ? { value: inputs.plainValue === true ? value : asSecret(value) } : {};
  const dependencies = [...request.getPropertydependenciesMap().entries()] as [string, { getUrnsList(): string[] }][];
  const facts = {
    urn: `urn:pulumi:${stackName}::${project}::${type}::${name}`,
    name,
    type,
    ...(className === undefined ? {} : { className }),
    protect: request.getProtect() === true,
    ignoreChanges: request.getIgnorechangesList(),
    dependencies: Object.fromEntries(dependencies.map(([property, urns]) => [property, urns.getUrnsList()])),
  };
  // The service shows a value only at creation. Without one in state, a program that reads the value would stop here.
  const isShown = inputs.adoptId === undefined || inputs.adoptValue !== undefined;
  const outputs = { ...inputs, ...(isShown ? created : {}), ...more };
  return { facts, inputs, outputs, state: { ...outputs, ...created } };
}

/** Runs the body of a program, and returns its exports. */
function evaluate(program: string, pulumi: typeof import("@pulumi/pulumi")): Record<string, unknown> {
  const body = program.replace(/^export const (\w+) =/gm, "exports.$1 =");
  const exports: Record<string, unknown> = {};
  const scope = { ...sdk, pulumi, exports };
  new Function(...Object.keys(scope), `"use strict";\n${body}`)(...Object.values(scope));
  return exports;
}

async function stackWith(
  exported: Record<string, unknown>,
  stackName: string,
  pulumi: typeof import("@pulumi/pulumi"),
): Promise<Declared> {
  const outputs: Raw = {};
  for (const [name, value] of Object.entries(exported)) {
    const output: Output<unknown> = pulumi.output(value as Input<unknown>);
    const plain = await new Promise((resolve) => output.apply(resolve));
    outputs[name] = (await pulumi.isSecret(output)) ? asSecret(plain) : plain;
  }
  const type = "pulumi:pulumi:Stack";
  const name = `${project}-${stackName}`;
  const urn = `urn:pulumi:${stackName}::${project}::${type}::${name}`;
  return {
    facts: { urn, name, type, protect: false, ignoreChanges: [], dependencies: {} },
    inputs: {},
    outputs,
    state: outputs,
  };
}
