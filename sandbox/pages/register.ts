import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Engine } from "../engine";

/** Loaded with the first page, not with the sandbox: most are started by programs that open none. */
const files = () => require("./files") as typeof import("./files");
const cardForm = () => require("./card-form") as typeof import("./card-form");

/**
 * Serves the page at `/`, the card form, and their files. None of them needs the admin token, because a browser cannot send it when it
 * opens an address, and none holds anything but what the package holds: what the pages show they ask for with a token or a key.
 */
export function registerPages(app: FastifyInstance, { world }: Engine): void {
  app.get("/", (_request, reply) => files().sendPageFile(reply, "board.html", "'none'"));
  app.get("/_sandbox/card-form", (_request, reply) => files().sendPageFile(reply, "card-form.html", "*"));
  app.get<{ Params: { name: string } }>("/_sandbox/pages/:name", ({ params }, reply) =>
    files().sendPageFile(reply, params.name, "'none'"),
  );
  const merchants = new WeakMap<FastifyRequest, string>();
  app.post("/_sandbox/card-form", {
    onRequest: async (request) => {
      merchants.set(request, cardForm().merchantOf(world, request.headers));
    },
    handler: async (request, reply) =>
      reply.code(201).send(cardForm().createFromForm(world, merchants.get(request)!, request.body)),
  });
}
