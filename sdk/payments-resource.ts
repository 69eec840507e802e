import * as pulumi from "@pulumi/pulumi";
import { logicalNameOf } from "../provider/text/names";
import { asDynamicUrn } from "../provider/text/type-token";
import { noteDeclared } from "./asked-to-rotate";
import { dynamicHost, getRefused, type Host } from "./host";
import { warnOfPlainCredentials } from "./plain-credential";
import { programStackOnly } from "./program-stack";
import type { ResourceClassName } from "./reference";
import { tagOf } from "./tag";

/** What a subclass hands over: its own arguments, and the names of its outputs. */
export interface PaymentsResourceOptions {
  className: ResourceClassName;
  name: string;
  args: object;
  outputs: readonly string[];
  secretOutputs?: readonly string[];
  /** The arguments that `replaceOnChanges` can name, besides those that every resource has: what is compared live, and what replaces anyway. */
  replaceable: readonly string[];
  options: pulumi.CustomResourceOptions | undefined;
}

/** Base of every resource here. */
export abstract class PaymentsResource extends pulumi.CustomResource {
  /**
   * Resources of most other packages are read by such a function. Here it refuses, and says what to use.
   *
   * @deprecated Use `getApiKey` or `getWebhookEndpoint`, or declare the resource with the id of what exists.
   * @throws RunError always
   */
  static get(..._: unknown[]): never {
    // biome-ignore lint/complexity/noThisInStatic: the class that it is called on is the one that the message names
    const type = (this as { __pulumiType?: string }).__pulumiType ?? "";
    const className = type.slice(type.lastIndexOf(":") + 1) as ResourceClassName;
    throw new pulumi.RunError(getRefused(className));
  }

  /** @internal How this class reaches its provider. */
  static readonly host: Host = dynamicHost;

  protected constructor(declared: PaymentsResourceOptions) {
    const { className, name, args, outputs, secretOutputs = [], options = {} } = declared;
    const { host } = new.target;
    refuseOptions(host, className, name, options, declared.replaceable);
    warnOfPlainCredentials();
    const properties = {
      ...Object.fromEntries(outputs.map((output) => [output, undefined])),
      ...args,
      ...host.properties(className),
      __resource: resourceInput(host, className, name, options),
    };
    // Merging appends to what the options name already.
    const secret = { ...host.options(className), additionalSecretOutputs: [...secretOutputs] };
    const restoreStacks = programStackOnly();
    try {
      super(host.typeToken(className), name, properties, pulumi.mergeOptions(options, secret));
    } catch (error) {
      restoreStacks();
      // Names the line of the program, as it would have.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      restoreStacks();
    }
  }
}

/** What the platform does not forward to a dynamic provider and the live comparison needs. */
function resourceInput(
  host: Host,
  className: ResourceClassName,
  name: string,
  options: pulumi.CustomResourceOptions,
): object | Promise<object> {
  const type = host.typeToken(className);
  const told = { ...toldOf(options), ...host.told(options) };
  const former = formerUrns(name, type, options);
  // Without a parent the urn is known at once, and a thousand resources are spared a thousand Outputs.
  if (options.parent === undefined && former.length === 0) {
    const urn = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
    noteDeclared({ className, urn });
    return { ...identityOf(urn), ...told };
  }
  // Taken out of its Output: a dependency on the parent would wait for the parent's children, this one among them.
  return new Promise((resolve) => {
    const urns = pulumi.all([pulumi.createUrn(name, type, options.parent), pulumi.all(former)]);
    urns.apply(([urn, before]) => {
      noteDeclared({ className, urn });
      const names = before.map((each) => ({ name: logicalNameOf(each), tag: tagIn(each) }));
      resolve({ ...identityOf(urn), ...told, ...(names.length === 0 ? {} : { former: names }) });
    });
  });
}

function identityOf(urn: string): object {
  return { urn, tag: tagIn(urn) };
}

/** The urns under the aliases that are plain text: an Output may stay unknown in a preview, and is left out. */
function formerUrns(
  name: string,
  type: string,
  { aliases = [], parent }: pulumi.CustomResourceOptions,
): pulumi.Output<string>[] {
  const isPlain = (value: unknown): value is string | undefined => value === undefined || typeof value === "string";
  return aliases.flatMap((alias) => {
    if (typeof alias === "string") return [pulumi.output(alias)];
    const former = alias as pulumi.Alias;
    const from = former.parent ?? parent;
    const parts = [former.name, former.type, former.project, former.stack];
    const isParentKnown = isPlain(from) || pulumi.Resource.isInstance(from);
    if (!isParentKnown || !parts.every(isPlain)) return [];
    const [oldName = name, oldType = type, project, stack] = parts;
    return [pulumi.createUrn(oldName, oldType, from, project, stack)];
  });
}

function tagIn(urn: string): string {
  return tagOf(organization(), asDynamicUrn(urn), new pulumi.Config("payments").get("backendName"));
}

/** A program's unit tests often set mocks without one, and then the SDK throws. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}

function toldOf(options: pulumi.CustomResourceOptions): object {
  const input: Record<string, unknown> = {};
  if (options.ignoreChanges?.length) input.ignoreChanges = options.ignoreChanges;
  if (options.replaceOnChanges?.length) input.replaceOnChanges = options.replaceOnChanges;
  if (options.retainOnDelete) input.retainOnDelete = true;
  if (options.protect ?? isProtected(options.parent)) input.protect = true;
  return input;
}

/** A parent hands its protection down. Where an SDK keeps that elsewhere, a message lacks one way out. */
function isProtected(parent: pulumi.Resource | undefined): boolean {
  return (parent as { __protect?: boolean } | undefined)?.__protect === true;
}

/** An option that can't be honoured is refused, never ignored. */
function refuseOptions(
  host: Host,
  className: ResourceClassName,
  name: string,
  options: pulumi.CustomResourceOptions,
  replaceable: readonly string[],
): void {
  const problems = host.refused(className, options);
  for (const option of ["ignoreChanges", "replaceOnChanges"] as const) {
    const nested = options[option]?.filter((path) => /[.[]/.test(path)) ?? [];
    if (nested.length > 0)
      problems.push(`${option} names ${nested.join(", ")}. Name whole arguments, such as "scopes"`);
  }
  const honoured = [...replaceable, "accountId", "profile", "*"];
  const idle = options.replaceOnChanges?.filter((path) => !/[.[]/.test(path) && !honoured.includes(path)) ?? [];
  if (idle.length > 0) {
    problems.push(
      `a change of ${idle.join(", ")} never replaces. Name only ${honoured.join(", ")} in replaceOnChanges`,
    );
  }
  if (problems.length > 0) throw new pulumi.RunError(`${className} ${JSON.stringify(name)}: ${problems.join("; ")}`);
}
