import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";

/** What a program asked of the engine for one resource. */
export interface Registered {
  type: string;
  name: string;
  urn: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs are read as the provider would, without types.
  inputs: Record<string, any>;
  additionalSecretOutputs: string[];
  ignoreChanges: string[];
  /** Where the program made it, as the engine is told: `file:line`, the innermost first. */
  madeAt: string[];
}

interface RegisterRequest {
  getName(): string;
  getType(): string;
  getParent(): string;
  getAdditionalsecretoutputsList(): string[];
  getIgnorechangesList(): string[];
  getSourceposition(): SourcePosition | undefined;
  getStacktrace(): { getFramesList(): { getPc(): SourcePosition | undefined }[] } | undefined;
}

interface SourcePosition {
  getUri(): string;
  getLine(): number;
}

const placeOf = (position: SourcePosition | undefined): string =>
  position === undefined ? "" : `${position.getUri()}:${position.getLine()}`;

const requests: RegisterRequest[] = [];
const registerResource = MockMonitor.prototype.registerResource;
// Listens only: the mocks do not show what the program asked for beside the inputs.
MockMonitor.prototype.registerResource = function (request, callback) {
  requests.push(request as unknown as RegisterRequest);
  return registerResource.call(this, request, callback);
};

export interface World {
  stack?: string;
  organization?: string;
  project?: string;
  /** True: outputs are not known yet, as in `pulumi preview`. */
  preview?: boolean;
  /** What the provider answers besides the inputs; an output that it leaves out stays undefined. */
  answers?: Record<string, unknown>;
}

/** Runs a program on the SDK's own mocks and gives back what it registered, by name. */
export async function run<Result>(
  program: () => Result,
  { stack = "dev", organization = "acme", project = "shop", preview = false, answers = {} }: World = {},
): Promise<{ result: Awaited<Result>; registered: (name: string) => Registered }> {
  requests.length = 0;
  const inputsByName = new Map<string, Registered["inputs"]>();
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => {
        inputsByName.set(name, inputs);
        const request = requests.find((each) => each.getName() === name);
        const secrets = request?.getAdditionalsecretoutputsList() ?? [];
        const state = Object.entries({ ...inputs, ...answers }).map(([output, value]) => [
          output,
          // As the engine does with the outputs that the request names.
          secrets.includes(output) && value !== undefined ? pulumi.secret(value) : value,
        ]);
        return { id: `${name}-id`, state: Object.fromEntries(state) };
      },
      call: () => ({}),
    },
    project,
    stack,
    preview,
    organization,
  );
  const result = await program();
  await settled();
  const registered = (name: string): Registered => {
    const request = requests.find((each) => each.getName() === name);
    if (request === undefined) throw new Error(`nothing was registered as ${name}`);
    const qualified = request.getParent() === "" ? "" : `${request.getParent().split("::")[2]}$`;
    return {
      type: request.getType(),
      name,
      urn: `urn:pulumi:${stack}::${project}::${qualified}${request.getType()}::${name}`,
      inputs: inputsByName.get(name)!,
      additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
      ignoreChanges: request.getIgnorechangesList(),
      madeAt: [
        placeOf(request.getSourceposition()),
        ...(request.getStacktrace()?.getFramesList() ?? []).map((frame) => placeOf(frame.getPc())),
      ],
    };
  };
  return { result, registered };
}

/** Waits until every registration that is under way is done. */
async function settled(): Promise<void> {
  let seen = -1;
  while (seen !== requests.length) {
    seen = requests.length;
    await pulumi.runtime.disconnect();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an Output's promises are not in its public type.
export const resolved = <T>(output: pulumi.Output<T>): Promise<T> => (output as any).promise();
// biome-ignore lint/suspicious/noExplicitAny: as above
export const isSecret = (output: pulumi.Output<unknown>): Promise<boolean> => (output as any).isSecret;

/** Why an output fails. Every promise of it is looked after: the SDK leaves the others to end the program. */
export async function failureOf(output: pulumi.Output<unknown>): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const { isKnown, isSecret: secret, allResources, promise } = output as any;
  const outcomes = await Promise.allSettled([promise(), isKnown, secret, allResources()]);
  const [first] = outcomes;
  if (first?.status !== "rejected") throw new Error("did not fail");
  return String(first.reason.message);
}
