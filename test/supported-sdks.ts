import type { Installation } from "../tools/packed.js";
import { asOften } from "./nightly";

type SupportedSdk = Installation & { sdk: string };

/** The oldest SDK of the peer dependency's range, with a TypeScript of its time. */
const oldest: SupportedSdk = { sdk: "the oldest supported SDK", pulumi: "3.150.0", typescript: "5.9.3" };

/** The one that this repository is locked to, which every other test runs with. */
const newest: SupportedSdk = { sdk: "the newest supported SDK" };

/** By day each SDK has one end-to-end test, the newest in every other file. At night both have all. */
export const sdksOldestByDay = [oldest, ...asOften([], [newest])];
export const sdksNewestByDay = [newest, ...asOften([], [oldest])];
