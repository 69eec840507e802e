import { analyzerHandlers } from "../../../policy/wire/analyzer.js";
import { analyzerCalls } from "../../../policy/wire/calls.js";
import { wireModules } from "../../../policy/wire/modules.js";

const wire = wireModules();
const calls = analyzerCalls(wire);

test("there is a handler for each call, and a call for each handler", () => {
  const edges = { environment: {}, now: () => new Date() };
  const handlers = analyzerHandlers(wire, { name: "ours", version: "1.0.0", rules: [] }, edges);
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(calls).sort());
});

test("each call has the path that the SDK's own service has", () => {
  const { AnalyzerService } = require("@pulumi/pulumi/proto/analyzer_grpc_pb.js");
  for (const [name, { path }] of Object.entries(calls)) expect(path).toBe(AnalyzerService[name].path);
});
