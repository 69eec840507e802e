import { z } from "zod";
import { iso } from "../core/clock";
import { moveSchema } from "../core/move";
import { countTransitions, listTransitions } from "../core/transitions";
import { pageQuery } from "../routes/page";
import { adminRoute } from "./route";

/** Transitions a page, unless `limit` is given, and at most. */
const defaultTransitions = 1_000;
const mostTransitions = 10_000;

export const clockRoutes = [
  adminRoute({
    method: "GET",
    path: "/health",
    summary: "whether the sandbox runs; takes no token",
    handle: () => ({ status: "ok" }),
  }),
  adminRoute({
    method: "GET",
    path: "/clock",
    summary: "the time of the sandbox, and how its clock moves",
    handle(engine) {
      const { clock } = engine.world;
      const advancing = engine.progress();
      return { now: iso(clock.now()), mode: clock.mode, ...(advancing ? { advancing } : {}) };
    },
  }),
  adminRoute({
    method: "POST",
    path: "/clock/advance",
    summary: "moves a manual clock; whatever falls due on the way happens",
    atomic: false,
    body: moveSchema,
    handle: (engine, { body }, caller) => engine.advance(body, caller),
  }),
  adminRoute({
    method: "GET",
    path: "/clock/transitions",
    summary: "every change of state that the clock made, page by page",
    query: z.strictObject(pageQuery),
    handle({ world }, { query: { offset = 0, limit = defaultTransitions } }) {
      const applied = Math.min(limit, mostTransitions);
      const items = listTransitions(world, 0, offset, applied);
      return { total: countTransitions(world, 0), offset, limit: applied, items };
    },
  }),
];
