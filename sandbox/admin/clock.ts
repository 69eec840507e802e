import { z } from "zod";
import { iso } from "../core/clock";
import { countTransitions, listTransitions } from "../core/transitions";
import { pageQuery } from "../routes/page";
import { adminRoute } from "./route";

/** A century: beyond it a mistyped number is more likely than a meaning. */
const longestSeconds = 100 * 366 * 86_400;

const moveSchema = z.union(
  [
    z.strictObject({
      seconds: z.number().min(0).max(longestSeconds).meta({ description: "How far, in virtual seconds" }),
    }),
    z.strictObject({ to: z.iso.datetime({ offset: true }).meta({ description: "Where to, not before now" }) }),
  ],
  'must be {"seconds": a number from 0 to a century} or {"to": an ISO 8601 instant}',
);

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
