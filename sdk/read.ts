import * as pulumi from "@pulumi/pulumi";
import { outgoing } from "../provider/text/outgoing";
import { warnOfPlainCredentials } from "./plain-credential";
import { NotFoundError, ReadingError } from "./reading-error";
import { withoutTrace } from "./without-trace";

/** Names of the functions that read. */
export type ReadingName = "getApiKey" | "getApiKeys" | "getWebhookEndpoint";

/** Options of the Output forms. */
export interface ReadingOptions {
  /** Resources that must be there before the reading: it waits for them, and reads anew in `pulumi up`. */
  dependsOn?: pulumi.Resource | pulumi.Resource[] | undefined;
}

/** Arguments as the Output forms take them: each field may be an Output. */
export type AsInputs<Args> = Args extends object
  ? { [Name in keyof Args]: pulumi.Input<Args[Name] extends string | undefined ? Args[Name] : AsInputs<Args[Name]>> }
  : Args;

type Reader = Awaited<ReturnType<typeof openReader>>;

/** One reader for each run: a program of the Automation API lives through several in one process. */
const readers = new WeakMap<object, Promise<Reader>>();
const withoutEngine = {};

/** What serves a program's reading depends on where the program got its arguments. */
type Freshness = "recent" | "now";

/**
 * Reads in the program's own process, with the client and the configuration of the provider. They are loaded at the first
 * reading, since a program that reads nothing is not to wait for them.
 *
 * @throws ReadingError, NotFoundError
 */
export async function read<Result>(name: ReadingName, args: object, freshness: Freshness = "recent"): Promise<Result> {
  const monitor: object | undefined = pulumi.runtime.getMonitor();
  if (monitor !== undefined && "mocks" in monitor) {
    return pulumi.runtime.invoke(`payments:index:${name}`, { ...args }) as Promise<Result>;
  }
  const outcome = await (await readerOf(monitor ?? withoutEngine)).read(name, { ...args }, freshness);
  if ("result" in outcome) return outcome.result as Result;
  const { code, message, serviceCode } = outcome.failure;
  throw withoutTrace(() =>
    code === "not-found" ? new NotFoundError(message) : new ReadingError(code, message, serviceCode),
  );
}

/** The same once the arguments are known; until then the result is unknown, and nothing is read. */
export function readOutput<Result>(
  name: ReadingName,
  args: object,
  { dependsOn = [] }: ReadingOptions = {},
): pulumi.Output<Result> {
  const resources = [dependsOn].flat();
  // What another resource hands over may have been written a moment ago, by the provider's process.
  const mayBeNew = resources.length > 0 || holdsOutput(args);
  const known = pulumi.all([pulumi.output(args), resources.map(({ urn }) => urn), resources.map(idOf)]);
  return known.apply(([plain]) =>
    read<Result>(name, plain as object, mayBeNew && !pulumi.runtime.isDryRun() ? "now" : "recent"),
  ) as pulumi.Output<Result>;
}

function idOf(resource: pulumi.Resource): pulumi.Output<string> | undefined {
  return pulumi.CustomResource.isInstance(resource) ? resource.id : undefined;
}

function holdsOutput(value: unknown): boolean {
  if (pulumi.Output.isInstance(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutput);
}

function readerOf(run: object): Promise<Reader> {
  const known = readers.get(run);
  if (known !== undefined) return known;
  const opened = openReader();
  readers.set(run, opened);
  return opened;
}

/** Its type is left to be inferred: a program's compiler is to read no schema library by way of this package. */
async function openReader() {
  warnOfPlainCredentials();
  const configuration = pulumi.runtime.allConfig();
  const { openReader: open } = await import("../provider/reading/reader.js");
  return open(
    {
      configured: (key) => configuration[key],
      configuredKeys: Object.keys(configuration),
      environment: process.env,
    },
    { say: (line) => void pulumi.log.info(outgoing(`pulumi-payments: ${line}`)) },
  );
}
