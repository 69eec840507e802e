import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from "fastify";
import { registerAdmin } from "../admin/register";
import { ServiceError } from "../core/errors";
import type { Engine } from "../engine";
import { operationsFor } from "../routes";
import { errorAnswer } from "./answer";
import { toServiceError } from "./failures";
import { isOwnHost } from "./hosts";
import { registerInbox } from "./inbox";
import { Service } from "./service";

const bodyLimitBytes = 1_048_576;
/** A request must have arrived whole in this time, so that slow senders cannot hold connections for ever. */
const requestTimeoutMs = 30_000;

/**
 * Requests and answers are checked by the operations' own zod schemas, so Fastify's compilers stay unloaded: they would be a sixth of
 * the time to start. Their types know no others than Ajv's, hence the cast.
 */
const schemaController = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;

/** The HTTP face of an engine; it does not listen yet. */
export function buildServer(engine: Engine, adminToken: string): FastifyInstance {
  const { world, tools } = engine;
  const service = new Service(world, tools, operationsFor(world.settings));
  const httpDate = (): string => new Date(world.clock.now()).toUTCString();
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    genReqId: () => tools.nextRequestId(),
    routerOptions: { maxParamLength: 1_000 },
    schemaController,
    frameworkErrors: (_error, request, reply) => {
      const error = new ServiceError("invalid_request", "The address of the request cannot be read.");
      const { status, headers, payload } = errorAnswer(error, request.id);
      (reply as FastifyReply)
        .code(status)
        .headers({ ...headers, date: httpDate() })
        .send(payload);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, text === "" ? undefined : JSON.parse(String(text)));
    } catch {
      done(new ServiceError("invalid_json", "The body is not valid JSON."));
    }
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("date", httpDate());
    if (!isOwnHost(request.headers.host, world.settings.host)) {
      throw new ServiceError(
        "wrong_host",
        "The Host header names somebody else. Use localhost, an address, or the name given with --host.",
        "host",
      );
    }
  });
  app.setErrorHandler(async (error, request, reply) => {
    await service.finish(request, reply, errorAnswer(toServiceError(error, tools.log), request.id));
    return reply;
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith("/v1/")) await service.refuse(request, reply);
    else
      throw new ServiceError(
        "not_found",
        "Nothing here. The service is under /v1, the admin interface under /_sandbox.",
      );
    return reply;
  });
  app.addHook("onClose", async () => tools.closing.abort());
  service.register(app);
  registerAdmin(app, engine, adminToken);
  registerInbox(app, world);
  for (const path of ["/", "/openapi.json"]) {
    app.get(path, async () => {
      throw new ServiceError("not_implemented", `The sandbox does not serve ${path} yet.`);
    });
  }
  return app;
}
