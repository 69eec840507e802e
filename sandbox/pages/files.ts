import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyReply } from "fastify";
import { ServiceError } from "../core/errors";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Everything from this sandbox and nothing from elsewhere, no inline script or style, and no text that becomes markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/**
 * Sends a page or one of its files.
 * @param framing who may show it in a frame: `'none'`, or `*` for the card form, which merchants put into their pages
 * @throws ServiceError `not_found`
 */
export async function sendPageFile(reply: FastifyReply, name: string, framing: "'none'" | "*"): Promise<FastifyReply> {
  const type = types[extname(name)];
  const file = join(__dirname, "browser", name);
  if (type === undefined || !/^[a-z-]+\.[a-z]+$/.test(name) || !existsSync(file))
    throw new ServiceError("not_found", "The sandbox's pages have no such file.", "name");
  return reply
    .headers({
      "content-type": type,
      "content-security-policy": [...policy, `frame-ancestors ${framing}`].join("; "),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    })
    .send(await readFile(file));
}
