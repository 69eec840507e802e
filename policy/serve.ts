import { definePack } from "./pack.js";
import { rules } from "./rules/registry.js";

/** Serves the rules of this package as a pack. @throws PulumiSdkMissing */
export function servePack(): void {
  definePack({ name: "pulumi-payments", description: "Rules for the API keys of a payment service.", rules });
}
