import { adminRoute } from "./route";

export const requestRoutes = [
  adminRoute({ method: "GET", path: "/requests", handle: ({ tools }) => tools.requests.list() }),
  adminRoute({
    method: "GET",
    path: "/requests/counts",
    handle({ tools }) {
      const counts: Record<string, number> = {};
      for (const { operation } of tools.requests.list()) counts[operation] = (counts[operation] ?? 0) + 1;
      return counts;
    },
  }),
  adminRoute({ method: "DELETE", path: "/requests", status: 204, handle: ({ tools }) => tools.requests.clear() }),
];
