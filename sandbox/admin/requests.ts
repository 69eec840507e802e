import { adminRoute } from "./route";

export const requestRoutes = [
  adminRoute({
    method: "GET",
    path: "/requests",
    summary: "the last requests, without credentials",
    handle: ({ tools }) => tools.requests.list(),
  }),
  adminRoute({
    method: "GET",
    path: "/requests/counts",
    summary: "how many of the last requests each operation had",
    handle({ tools }) {
      const counts: Record<string, number> = {};
      for (const { operation } of tools.requests.list()) counts[operation] = (counts[operation] ?? 0) + 1;
      return counts;
    },
  }),
  adminRoute({
    method: "DELETE",
    path: "/requests",
    summary: "forgets the requests",
    status: 204,
    handle: ({ tools }) => tools.requests.clear(),
  }),
];
