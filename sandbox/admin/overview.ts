import { overview } from "../pages/overview";
import { adminRoute } from "./route";

export const overviewRoutes = [adminRoute({ method: "GET", path: "/overview", handle: overview })];
