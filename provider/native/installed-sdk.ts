import { createRequire } from "node:module";

/** Loads modules of the Pulumi SDK that the program has installed, as the SDK itself would. The bundled plugin has its own. */
export const installedSdk = (): NodeJS.Require => createRequire(require.resolve("@pulumi/pulumi/package.json"));
