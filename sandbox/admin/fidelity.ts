import { adminRoute } from "./route";

export const fidelityRoutes = [
  adminRoute({
    method: "GET",
    path: "/fidelity",
    summary: "every sentence of the interface document beside what the sandbox does",
    // Loaded only when it is asked for, so that no start pays for it.
    handle: ({ world }) => (require("../fidelity") as typeof import("../fidelity")).fidelityRows(world.settings),
  }),
];
