/** The package's own command, as every message prints it. A project installs the package in its folder, where npx finds it. */
export const ownCommand = "npx pulumi-payments";
