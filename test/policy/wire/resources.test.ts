import {
  AnalyzeRequest,
  AnalyzerPropertyDependencies,
  AnalyzerProviderResource,
  AnalyzerResource,
  AnalyzerResourceOptions,
} from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { secretValue } from "../../../policy/facts";
import { type AnalyzedResource, rawOf, resourceOf } from "../../../policy/wire/resources";
import { createScrubber } from "../../../policy/wire/scrub";
import { asSecret } from "../../../provider/wire/special-values";

const factsOf = (message: AnalyzedResource) => resourceOf(message, () => rawOf(message), createScrubber());

test("a resource of a whole stack has its options, provider, properties and dependencies as facts", () => {
  const options = new AnalyzerResourceOptions().setProtect(true).setIgnorechangesList(["name", "scopes"]);
  const provider = new AnalyzerProviderResource().setName("default");
  provider.setProperties(Struct.fromJavaScript({ region: "eu", token: asSecret("hidden-9") }));
  const member = new AnalyzerResource().setType("a:b:C").setName("logs").setUrn("urn:logs");
  member.setOptions(options.setParent("urn:parent")).setProvider(provider);
  member.setProperties(Struct.fromJavaScript({ size: 3 })).setDependenciesList(["urn:other"]);
  member
    .getPropertydependenciesMap()
    .set("size", new AnalyzerPropertyDependencies().setUrnsList(["urn:one", "urn:two"]))
    .set("none", new AnalyzerPropertyDependencies());
  expect({ ...factsOf(member) }).toEqual({
    type: "a:b:C",
    name: "logs",
    urn: "urn:logs",
    props: { size: 3 },
    protect: true,
    ignoreChanges: ["name", "scopes"],
    parent: "urn:parent",
    provider: { name: "default", props: { region: "eu", token: secretValue } },
    dependencies: { size: ["urn:one", "urn:two"], none: [] },
    inClear: [],
  });
});

test("an empty message is a resource without options, provider or properties", () => {
  for (const message of [new AnalyzeRequest(), new AnalyzerResource()]) {
    const facts = { urn: "", name: "", type: "", props: {}, protect: false, ignoreChanges: [], dependencies: {} };
    expect({ ...factsOf(message) }).toEqual({ ...facts, provider: undefined, inClear: [] });
  }
});

test("the parent of a resource is absent with an SDK that does not report it", () => {
  const message = new AnalyzeRequest().setOptions(new AnalyzerResourceOptions().setParent("urn:parent"));
  const options = message.getOptions();
  Object.defineProperty(options, "getParent", { value: undefined });
  expect(factsOf(message)).not.toHaveProperty("parent");
});

test("properties are read on first use, and once", () => {
  const read = jest.fn(() => ({ size: 3 }));
  const facts = resourceOf(new AnalyzeRequest(), read, createScrubber());
  expect(read).not.toHaveBeenCalled();
  expect(facts.props).toBe(facts.props);
  expect(read).toHaveBeenCalledTimes(1);
});
