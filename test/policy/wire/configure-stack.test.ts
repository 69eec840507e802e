import { AnalyzerStackConfigureRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { toldStack } from "../../../policy/wire/configure-stack.js";

test("what the SDK's own message writes is read field by field, and fields that no rule is told are passed over", () => {
  const request = new AnalyzerStackConfigureRequest();
  request.setStack("prod").setProject("shop").setOrganization("acme").setDryRun(true);
  request.getConfigMap().set("shop:color", "blue").set("payments:apiKey", "sk_1").set("shop:empty", "");
  request.setConfigSecretKeysList(["payments:apiKey"]);
  request.getTagsMap().set("team", "billing");
  expect(toldStack(request.serializeBinary())).toEqual({
    name: "prod",
    project: "shop",
    organization: "acme",
    isPreview: true,
    config: new Map([
      ["shop:color", "blue"],
      ["payments:apiKey", "sk_1"],
      ["shop:empty", ""],
    ]),
    secretKeys: new Set(["payments:apiKey"]),
  });
});

test("a message without fields is an up of a stack without configuration", () => {
  expect(toldStack(new Uint8Array())).toEqual({
    name: "",
    project: "",
    organization: "",
    isPreview: false,
    config: new Map(),
    secretKeys: new Set(),
  });
});
