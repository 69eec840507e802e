import type { StateResource } from "../../../drift/collect/state";
import { secretSignature } from "../../../drift/collect/state";
import type { Properties } from "../../../provider/lifecycle/inputs";
import { secretFields } from "../../../provider/lifecycle/inputs";
import { resources } from "../../../provider/resources/registry";
import type { ResourceClassName } from "../../../provider/text/class-names";
import { dynamicTypeToken, nativeTypeToken } from "../../../provider/text/type-token";
import type { Managed } from "../../provider/lifecycle/world";

/** A value as `pulumi stack export` shows a secret one. */
export const encrypted = (): object => ({
  [secretSignature]: "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "v1:planted:planted",
});

/** A resource of a world as `pulumi stack export` shows it: what is secret by nature is encrypted. */
export function exportedResource(
  { urn, className, state }: Managed,
  form: "dynamic" | "native" = "dynamic",
): StateResource {
  const { id, inputs, outputs } = state!;
  const secret = secretFields(resources[className as ResourceClassName]);
  const shown = (all: Properties): Properties =>
    Object.fromEntries(
      Object.entries(structuredClone(all)).map(([name, value]) => [name, secret.has(name) ? encrypted() : value]),
    );
  const type = form === "native" ? nativeTypeToken(className) : dynamicTypeToken(className);
  return {
    urn: urn.replace(dynamicTypeToken(className), type),
    type,
    id,
    inputs: shown(inputs),
    outputs: shown(outputs),
  };
}
