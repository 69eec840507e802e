import { z } from "zod";
import { iso } from "../core/clock";
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

export const clockRoutes = [
  adminRoute({ method: "GET", path: "/health", open: true, handle: () => ({ status: "ok" }) }),
  adminRoute({
    method: "GET",
    path: "/clock",
    handle: ({ world: { clock } }) => ({ now: iso(clock.now()), mode: clock.mode }),
  }),
  adminRoute({
    method: "POST",
    path: "/clock/advance",
    atomic: false,
    body: moveSchema,
    handle: (engine, { body }) => engine.advance(body),
  }),
];
