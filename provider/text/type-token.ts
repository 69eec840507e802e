import type { ResourceClassName } from "./class-names";

export type { ResourceClassName };

const dynamicModule = "pulumi-nodejs:dynamic/payments:";
const nativeModule = "payments:index:";

/** The type token of a class under Pulumi's dynamic provider. Frozen: it stands in users' state. */
export const dynamicTypeToken = <Name extends ResourceClassName>(
  className: Name,
): `pulumi-nodejs:dynamic/payments:${Name}` => `${dynamicModule}${className}`;

/** The type token of a class under the provider plugin. Frozen: it stands in users' state. */
export const nativeTypeToken = <Name extends ResourceClassName>(className: Name): `payments:index:${Name}` =>
  `${nativeModule}${className}`;

/** Whether the provider plugin manages resources of this type. Pure. */
export const isNativeType = (type: string): boolean => type.startsWith(nativeModule);

/** The class name in a type token of this package, in either form; undefined: a type of another package. Pure. */
export function classNameOfType(type: string): string | undefined {
  const module = [dynamicModule, nativeModule].find((each) => type.startsWith(each));
  return module === undefined ? undefined : type.slice(module.length);
}

/** The URN that a resource has under the dynamic provider: tags are made from it, so that they survive a move. Pure. */
export function asDynamicUrn(urn: string): string {
  const [stack = "", project = "", types = "", ...name] = urn.split("::");
  const own = types.slice(types.lastIndexOf("$") + 1);
  const className = classNameOfType(own);
  if (className === undefined) return urn;
  const parents = types.slice(0, types.length - own.length);
  return [stack, project, `${parents}${dynamicModule}${className}`, ...name].join("::");
}
