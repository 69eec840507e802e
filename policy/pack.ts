import type { Policies, PolicyPackArgs } from "@pulumi/policy";

/** A policy pack: a process that the Pulumi engine asks about each resource. */
export interface PackDefinition {
  /** Letters, digits, dashes, dots and underscores; at most 100. */
  name: string;
  /** The policies of this package, your own, or both. */
  policies: readonly Policies[number][];
  /** One sentence. */
  description?: string;
  /** The folder whose package.json gives the pack its version. Default: the working directory. */
  folder?: string;
}

/** Thrown by `definePack` where the optional peer dependency `@pulumi/policy` is not installed. */
export class PolicySdkMissing extends Error {
  override readonly name = "PolicySdkMissing";

  constructor(cause: unknown) {
    super(
      "the policy pack needs @pulumi/policy, which is not installed here. Run: npm install --save-dev @pulumi/policy",
      {
        cause,
      },
    );
  }
}

/**
 * Starts the server of a pack; call it once, as the last thing that the pack's program does.
 *
 * @throws PolicySdkMissing if `@pulumi/policy` is not installed
 * @throws Error if two policies have one name, or the folder's package.json has no version
 * @example
 * definePack({ name: "our-rules", policies: [...policies, ourOwnPolicy] });
 */
export function definePack({ name, policies, description, folder }: PackDefinition): void {
  const names = policies.map((policy) => policy.name);
  const twice = names.find((policy, index) => names.indexOf(policy) !== index);
  if (twice !== undefined)
    throw new Error(`the policy pack ${name} has two policies named ${twice}; rename one of them`);
  const { PolicyPack } = loadSdk();
  // The SDK reads the version from package.json of the working directory, which is anybody's where a command is run.
  if (folder !== undefined) process.chdir(folder);
  const args: PolicyPackArgs = { policies: [...policies] };
  if (description !== undefined) args.description = description;
  new PolicyPack(name, args);
}

function loadSdk(): typeof import("@pulumi/policy") {
  try {
    return require("@pulumi/policy");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "MODULE_NOT_FOUND" && message.includes("@pulumi/policy")) throw new PolicySdkMissing(error);
    throw error;
  }
}
