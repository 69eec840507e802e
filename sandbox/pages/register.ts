import type { FastifyInstance } from "fastify";
import type { Engine } from "../engine";
import { registerCardForm } from "./card-form";
import { sendPageFile } from "./files";

/**
 * Serves the page at `/`, the card form, and their files. None of them needs the admin token, because a browser cannot send it when it
 * opens an address, and none holds anything but what the package holds: what the pages show they ask for with a token or a key.
 */
export function registerPages(app: FastifyInstance, engine: Engine): void {
  app.get("/", (_request, reply) => sendPageFile(reply, "board.html", "'none'"));
  app.get("/_sandbox/card-form", (_request, reply) => sendPageFile(reply, "card-form.html", "*"));
  app.get<{ Params: { name: string } }>("/_sandbox/pages/:name", ({ params }, reply) =>
    sendPageFile(reply, params.name, "'none'"),
  );
  registerCardForm(app, engine);
}
