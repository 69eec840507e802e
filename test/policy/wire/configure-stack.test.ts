import { AnalyzerStackConfigureRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { BinaryReader } from "google-protobuf";
import { configureStackCall, type ToldStack } from "../../../policy/wire/configure-stack.js";
import type { ReaderClass } from "../../../policy/wire/reader.js";

const call = configureStackCall(BinaryReader as unknown as ReaderClass) as {
  requestDeserialize(bytes: Uint8Array): ToldStack;
  responseSerialize(): Buffer;
};

test("what the SDK's own message writes is read field by field, and fields that no rule is told are passed over", () => {
  const request = new AnalyzerStackConfigureRequest();
  request.setStack("prod").setProject("shop").setOrganization("acme").setDryRun(true);
  request.getConfigMap().set("shop:color", "blue").set("payments:apiKey", "sk_1").set("shop:empty", "");
  request.setConfigSecretKeysList(["payments:apiKey"]);
  request.getTagsMap().set("team", "billing");
  expect(call.requestDeserialize(request.serializeBinary())).toEqual({
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
  expect(call.requestDeserialize(new Uint8Array())).toEqual({
    name: "",
    project: "",
    organization: "",
    isPreview: false,
    config: new Map(),
    secretKeys: new Set(),
  });
});

test("the answer is an empty message", () => {
  expect(call.responseSerialize()).toHaveLength(0);
});
