import { AnalyzerService } from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import { AnalyzerStackConfigureRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { BinaryReader } from "google-protobuf";
import { type AnalyzedStack, configureStackOfOldSdk } from "../../../policy/wire/old-sdk";
import { manifest } from "../../../tools/set-up/places.js";

const call = configureStackOfOldSdk(BinaryReader);

function contentsOf(message: AnalyzedStack) {
  const config: Record<string, string> = {};
  message.getConfigMap().forEach((value, key) => {
    config[key] = value;
  });
  return [
    ...[message.getStack(), message.getProject(), message.getOrganization(), message.getDryRun()],
    ...[message.getConfigSecretKeysList(), config],
  ];
}

test("it reads the same as the message of a newer SDK, and skips other fields", () => {
  const request = new AnalyzerStackConfigureRequest();
  request.setStack("prod").setProject("shop").setOrganization("acme").setDryRun(true);
  request.getConfigMap().set("shop:color", "blue").set("payments:apiKey", "sk_1").set("shop:empty", "");
  request.setConfigSecretKeysList(["payments:apiKey"]);
  request.getTagsMap().set("team", "billing");
  const config = { "shop:color": "blue", "payments:apiKey": "sk_1", "shop:empty": "" };
  for (const message of [request, new AnalyzerStackConfigureRequest()])
    expect(contentsOf(call.requestDeserialize(Buffer.from(message.serializeBinary())))).toEqual(contentsOf(message));
  expect(contentsOf(request)).toEqual(["prod", "shop", "acme", true, ["payments:apiKey"], config]);
});

test("it has the path of the call in newer SDKs, and an empty response", () => {
  expect(call.path).toBe(AnalyzerService.configureStack.path);
  expect(call.responseSerialize({})).toHaveLength(0);
});

test("it is needed as long as an SDK without the call is supported: 3.171 has it", () => {
  const [, minor] = /^\^3\.(\d+)\.\d+$/.exec(manifest().peerDependencies["@pulumi/pulumi"]) ?? [];
  expect(Number(minor)).toBeLessThan(171);
});
