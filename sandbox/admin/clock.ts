import { z } from "zod";
import { iso } from "../core/clock";
import { moveSchema } from "../core/move";
import { countTransitions, listTransitions } from "../core/transitions";
import { pageQuery } from "../routes/page";
import { adminRoute } from "./route";

/** Transitions a page, unless `limit` says otherwise, and at most. */
const defaultTransitions = 1_000;
const mostTransitions = 10_000;

export const clockRoutes = [
  adminRoute({ method: "GET", path: "/health", handle: () => ({ status: "ok" }) }),
  adminRoute({
    method: "GET",
    path: "/clock",
    handle(engine) {
      const { clock } = engine.world;
      const advancing = engine.progress();
      return { now: iso(clock.now()), mode: clock.mode, ...(advancing ? { advancing } : {}) };
    },
  }),
  adminRoute({
    method: "POST",
    path: "/clock/advance",
    atomic: false,
    body: moveSchema,
    handle: (engine, { body }, caller) => engine.advance(body, caller),
  }),
  adminRoute({
    method: "GET",
    path: "/clock/transitions",
    query: z.strictObject(pageQuery),
    handle({ world }, { query: { offset = 0, limit = defaultTransitions } }) {
      const applied = Math.min(limit, mostTransitions);
      const items = listTransitions(world, 0, offset, applied);
      return { total: countTransitions(world, 0), offset, limit: applied, items };
    },
  }),
];
