import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { registerAdmin } from "../admin/register";
import type { Clock } from "../core/clock";
import { ServiceError } from "../core/errors";
import type { Engine } from "../engine";
import { registerOpenApi } from "../openapi/register";
import { registerPages } from "../pages/register";
import { operationsFor } from "../routes";
import { requireAdminToken } from "./admin-token";
import { errorAnswer } from "./answer";
import { toServiceError } from "./failures";
import { requireOwnHost } from "./hosts";
import { registerInbox } from "./inbox";
import { readJson } from "./json";
import { type ReceiveTimeouts, receiveTimeouts, requestLimits } from "./limits";
import { zodSchemas } from "./schemas";
import { Service } from "./service";
import { noteAnswers, refuseTunnel, refuseUnreadable } from "./unreadable";

/** The HTTP face of an engine; it does not listen yet. */
export function buildServer(
  engine: Engine,
  adminToken: string,
  timeouts: ReceiveTimeouts = receiveTimeouts,
): FastifyInstance {
  const { world, tools } = engine;
  tools.requests.secrets.push(adminToken);
  const service = new Service(world, tools, operationsFor(world.settings));
  const httpDate = dateOf(world.clock);
  /** Names an answer to what never became a request of Fastify. */
  const unnamed = () => ({ requestId: tools.nextRequestId(), date: httpDate() });
  const app = Fastify({
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: timeouts.requestMs,
    http: {
      maxHeaderSize: requestLimits.headBytes,
      headersTimeout: timeouts.headMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // The sandbox answers it with a message of its own.
      requireHostHeader: false,
    },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    genReqId: ({ url }) => tools.nameRequest(url),
    routerOptions: { maxParamLength: 1_000 },
    schemaController: zodSchemas,
    clientErrorHandler: (error, socket) =>
      refuseUnreadable(error, socket, unnamed, ({ status, code }, { requestId, date }) =>
        tools.log(`${date} ${requestId} unreadable ${status} ${code}`),
      ),
    frameworkErrors: async (_error, request, reply) => {
      const error = new ServiceError("invalid_request", "The path of the request cannot be read.", "path");
      (reply as FastifyReply).header("date", httpDate());
      if (request.url.startsWith("/v1/")) await service.refuse(request, reply as FastifyReply, error);
      else await service.finish(request, reply as FastifyReply, errorAnswer(error, request.id));
    },
  });
  noteAnswers(app.server);
  app.server.on("connect", (request, socket) => refuseTunnel(request, socket, unnamed()));
  // Any expectation may be ignored: RFC 9110, 10.1.1.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) => {
    try {
      done(null, readJson(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("onRequest", (request, reply, done) => {
    // Answers may hold secrets, and go out of date. Files of pages set another value.
    reply.headers({ date: httpDate(), "cache-control": "no-store" });
    requireOwnHost(request, world.settings.host);
    requireAdminToken(request, adminToken);
    done();
  });
  app.setErrorHandler(async (error, request, reply) => {
    await service.finish(request, reply, errorAnswer(toServiceError(error, tools.log), request.id));
    return reply;
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith("/v1/")) await service.refuseUnknown(request, reply);
    else
      throw new ServiceError(
        "not_found",
        "Nothing here. GET /openapi.json lists what the service has under /v1, GET /_sandbox/operations the admin interface.",
        "path",
      );
    return reply;
  });
  app.addHook("onClose", async () => tools.closing.abort());
  service.register(app);
  registerAdmin(app, engine);
  registerInbox(app, world);
  registerOpenApi(app, world.settings);
  registerPages(app, engine);
  return app;
}

/** The moment of a clock as the header Date has it; made once a second of the clock, not once a request. */
function dateOf(clock: Clock): () => string {
  let second = Number.NaN;
  let text = "";
  return () => {
    const nowMs = clock.now();
    if (Math.floor(nowMs / 1_000) !== second) {
      second = Math.floor(nowMs / 1_000);
      text = new Date(nowMs).toUTCString();
    }
    return text;
  };
}
