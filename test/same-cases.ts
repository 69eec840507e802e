import fc from "fast-check";
import { triesNewCases } from "./nightly";

// The usual form tries the same cases each time, so that it fails for what was changed. New ones are for when somebody
// looks at what they find.
if (!triesNewCases) fc.configureGlobal({ seed: 1 });
