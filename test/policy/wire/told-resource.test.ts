import {
  AnalyzeRequest,
  AnalyzerPropertyDependencies,
  AnalyzerProviderResource,
  AnalyzerResource,
  AnalyzerResourceOptions,
  AnalyzeStackRequest,
} from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { toldResource, toldResources } from "../../../policy/wire/told-resource.js";

test("what the SDK's own message writes is read field by field, and fields that no rule is told are passed over", () => {
  const options = new AnalyzerResourceOptions().setProtect(true).setIgnorechangesList(["name", "scopes"]);
  options.setDeletebeforereplace(true).setAdditionalsecretoutputsList(["value"]).setParent("urn:parent");
  options.setCustomtimeouts(new AnalyzerResourceOptions.CustomTimeouts().setCreate(2.5));
  const provider = new AnalyzerProviderResource().setType("pulumi:providers:x").setUrn("urn:x").setName("default");
  provider.setProperties(Struct.fromJavaScript({ region: "eu" }));
  const member = new AnalyzerResource().setType("a:b:C").setName("logs").setUrn("urn:logs").setOptions(options);
  member
    .setProperties(Struct.fromJavaScript({ size: 3 }))
    .setProvider(provider)
    .setDependenciesList(["urn:other"]);
  member
    .getPropertydependenciesMap()
    .set("size", new AnalyzerPropertyDependencies().setUrnsList(["urn:one", "urn:two"]))
    .set("none", new AnalyzerPropertyDependencies());
  const [told, empty] = toldResources(
    new AnalyzeStackRequest().setResourcesList([member, new AnalyzerResource()]).serializeBinary(),
  );
  expect(told).toEqual({
    type: "a:b:C",
    name: "logs",
    urn: "urn:logs",
    properties: expect.any(Function),
    protect: true,
    ignoreChanges: ["name", "scopes"],
    parent: "urn:parent",
    provider: { name: "default", properties: expect.any(Function) },
    dependencies: { size: ["urn:one", "urn:two"], none: [] },
  });
  expect(told?.properties()).toEqual({ size: 3 });
  expect(told?.provider?.properties()).toEqual({ region: "eu" });
  expect(empty).toMatchObject({ type: "", name: "", urn: "", protect: false, ignoreChanges: [], parent: "" });
  expect(empty?.properties()).toEqual({});
});

test("the properties of a resource are read when they are asked for, and once", () => {
  const request = new AnalyzeRequest().setType("a:b:C").setProperties(Struct.fromJavaScript({ size: 3 }));
  const { properties } = toldResource(request.serializeBinary());
  expect(properties()).toBe(properties());
  const broken = toldResource(Buffer.from([10, 1, 65, 18, 2, 10, 9]));
  expect(broken.type).toBe("A");
  expect(() => broken.properties()).toThrow("a message that ends before its last field does");
});
