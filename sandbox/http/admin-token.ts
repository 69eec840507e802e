import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { ServiceError } from "../core/errors";

/**
 * The only routes outside `/v1` that serve without the admin token, and why each may. Whatever is not listed needs it, so that a new
 * route cannot forget to ask.
 */
export const withoutToken: Readonly<Record<string, string>> = {
  "GET /_sandbox/health": "says only that the sandbox runs",
  "GET /openapi.json": "describes /v1 and holds no data",
  "GET /": "a page that asks for the token itself",
  "GET /_sandbox/pages/:name": "files of the pages",
  "GET /_sandbox/card-form": "a page; what it sends carries a publishable key",
  "POST /_sandbox/card-form": "takes a publishable key, as the hosted form does",
  "POST /_sandbox/receivers/:id/inbox": "takes webhooks, which carry no token",
};

/**
 * Asks for the admin token wherever it is needed: on every route but those of `/v1`, which ask for a key, and those listed above.
 * @throws ServiceError `invalid_admin_token`
 */
export function requireAdminToken(request: FastifyRequest, adminToken: string): void {
  // The route, not the address: one address can be spelled in many ways.
  const route = request.routeOptions.url ?? pathOf(request.url);
  if (route.startsWith("/v1/") || `${request.method} ${route}` in withoutToken) return;
  if (request.routeOptions.url === undefined && !route.startsWith("/_sandbox/")) return;
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(given), digest(adminToken))) return;
  throw new ServiceError(
    "invalid_admin_token",
    "Send the admin token as authorization: Bearer <token>; the sandbox shows it when it starts.",
    "authorization",
  );
}

function pathOf(url: string): string {
  return url.split("?", 1)[0]!;
}

/** Of one length, so that the comparison takes as long whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
