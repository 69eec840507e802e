import { z } from "zod";
import { iso } from "../core/clock";
import { listSnapshots } from "../core/snapshots";
import { adminRoute } from "./route";

const params = z.object({
  name: z.string().regex(/^[\w.-]{1,100}$/, "must be 1 to 100 letters, digits, dots, dashes or underscores"),
});

export const snapshotRoutes = [
  adminRoute({
    method: "POST",
    path: "/reset",
    summary: "takes everything back to the start",
    handle(engine) {
      engine.reset();
      return { now: iso(engine.world.clock.now()) };
    },
  }),
  adminRoute({
    method: "GET",
    path: "/snapshots",
    summary: "the names of the snapshots",
    handle: ({ world }) => listSnapshots(world),
  }),
  adminRoute({
    method: "POST",
    path: "/snapshots/{name}",
    summary: "keeps everything as it is now under a name",
    status: 201,
    params,
    handle: (engine, { params: { name } }) => engine.snapshot(name),
  }),
  adminRoute({
    method: "POST",
    path: "/snapshots/{name}/restore",
    summary: "takes everything back to a snapshot, the clock too",
    params,
    handle: (engine, { params: { name } }) => engine.restore(name),
  }),
];
