import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { GetSchemaRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";

/** What a plugin answers at a port of this machine, asked as the engine asks. */
export async function askPlugin(port: string): Promise<{ version: string; schema: string }> {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  const call = <Answer>(name: string, request: object) =>
    new Promise<Answer>((resolve, reject) =>
      (client as never as Record<string, (...all: unknown[]) => void>)[name]!(
        request,
        (error: unknown, answer: Answer) => (error ? reject(error) : resolve(answer)),
      ),
    );
  try {
    const info = await call<{ getVersion(): string }>("getPluginInfo", new Empty());
    const answer = await call<{ getSchema(): string }>("getSchema", new GetSchemaRequest());
    return { version: info.getVersion(), schema: answer.getSchema() };
  } finally {
    client.close();
  }
}
