interface SdkInsides {
  unknownCheckingProxy(properties: Record<string, unknown>): Record<string, unknown>;
  unknownStringValue: string;
}

// Not in the SDK's declarations; what it really hands to a policy is the point of these tests.
const insides: SdkInsides = require("@pulumi/policy/proxy.js");

/** A string that the engine does not know yet, as it arrives. */
export const unknownString = insides.unknownStringValue;

/** Properties as the policy SDK hands them to a policy: touching an unknown one throws. */
export function sdkView(properties: Record<string, unknown>): Record<string, unknown> {
  return insides.unknownCheckingProxy(properties);
}
