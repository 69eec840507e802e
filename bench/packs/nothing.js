#!/usr/bin/env node
const { createServer } = require("node:http2");
const { createRequire } = require("node:module");

// A policy pack that looks at nothing: what is left of a pack's cost when it has no rules, for comparison.
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { AnalyzerInfo, EnforcementLevel, PolicyInfo } = sdk("./proto/analyzer_pb.js");

/** @param {Uint8Array} message */
function framed(message) {
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}

const policy = new PolicyInfo();
policy.setName("nothing");
policy.setEnforcementlevel(EnforcementLevel.ADVISORY);
const info = new AnalyzerInfo();
info.setName("nothing");
info.setVersion("1.0.0");
info.setPoliciesList([policy]);
const whatItIs = framed(info.serializeBinary());
const empty = framed(new Uint8Array());

const windowBytes = 16 * 1024 * 1024;
const server = createServer({ settings: { initialWindowSize: windowBytes } });
server.on("session", (session) => session.setLocalWindowSize(windowBytes));
server.on("stream", (stream, headers) => {
  // The engine ends a run by closing what is under way.
  stream.on("error", () => {});
  stream.resume();
  stream.on("end", () => {
    stream.respond({ ":status": 200, "content-type": "application/grpc+proto" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(headers[":path"]?.endsWith("/GetAnalyzerInfo") ? whatItIs : empty);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`${address?.port}\n`);
});
