import { definePack } from "./pack";
import { rules } from "./rules/registry";

/** Serves the rules of this package as a pack. @throws PulumiSdkMissing */
export function servePack(): void {
  definePack({ name: "pulumi-payments", description: "Rules for the API keys of a payment service.", rules });
}
