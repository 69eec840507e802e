import type { FastifyInstance } from "fastify";
import type { Settings } from "../options";

/** Serves `GET /openapi.json`. It is made when it is first asked for, since most sandboxes never are, and then reused. */
export function registerOpenApi(app: FastifyInstance, settings: Settings): void {
  let document: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= JSON.stringify(load().openApiDocument(settings));
    return reply.header("content-type", "application/json; charset=utf-8").send(document);
  });
}

function load(): typeof import("./document") {
  return require("./document");
}
