import type * as pulumi from "@pulumi/pulumi";

/** A class of resources without its static members: those of the dynamic form say what it can't do. */
export type ClassOf<Instance, Args> = new (
  name: string,
  args: Args,
  options?: pulumi.CustomResourceOptions,
) => Instance;

export const withoutStatics = <Instance, Args>(resourceClass: ClassOf<Instance, Args>): ClassOf<Instance, Args> =>
  resourceClass;
