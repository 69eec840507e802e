import { fidelityRows } from "../fidelity";
import { adminRoute } from "./route";

export const fidelityRoutes = [
  adminRoute({ method: "GET", path: "/fidelity", handle: ({ world }) => fidelityRows(world.settings) }),
];
