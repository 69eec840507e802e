import { adminRoute } from "./route";

export const overviewRoutes = [
  adminRoute({
    method: "GET",
    path: "/overview",
    summary: "what the page shows; it may change with the page",
    // Loaded when a page asks, not with the sandbox.
    handle: (engine) => (require("../pages/overview") as typeof import("../pages/overview")).overview(engine),
  }),
];
