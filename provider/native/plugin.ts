// Long because: it is one host, call by call in the order in which the engine makes them.
import { AsyncLocalStorage } from "node:async_hooks";
import { engineLogger } from "../dynamic/logger";
import { createRun } from "../dynamic/run";
import { type FieldMeta, fieldMeta, type Properties, unknownMarker } from "../lifecycle/inputs";
import { type Lifecycle, lifecycleOf, type RecordedObject } from "../lifecycle/lifecycle";
import type { ResourceDefinition } from "../lifecycle/resource";
import { readIn } from "../reading/reader";
import { readings } from "../reading/registry";
import type { Change } from "../report/record";
import { resources } from "../resources/registry";
import { outgoing, outgoingLine } from "../text/outgoing";
import { packageManifest } from "../text/package-version";
import { repositoryOf } from "../text/repository";
import { tagOf } from "../text/tag";
import { asDynamicUrn, classNameOfType } from "../text/type-token";
import type { Handler } from "../wire/server";
import { detailedDiff } from "./detailed-diff";
import { callFailure, partialFailure, unknownToken } from "./failure";
import { outputsOfCreate, outputsOfUpdate } from "./preview-outputs";
import { type Received, received, sent } from "./properties";
import { quietReading } from "./quiet-reading";
import { pluginSchema } from "./schema";
import type { SdkMessages } from "./sdk-messages";
import {
  changedSettings,
  checkSettings,
  configureRequest,
  holdsUnknownSetting,
  instanceIn,
  secretSettings,
} from "./settings-of-provider";

type Messages = SdkMessages["provider"];
type Message<Name extends keyof Messages> = Messages[Name] extends new () => infer Instance ? Instance : never;
type Struct = ReturnType<Message<"CheckRequest">["getNews"]>;
type Definition = ResourceDefinition<never, unknown, object>;

interface ResourceClass {
  readonly className: string;
  readonly definition: Definition;
  readonly lifecycle: Lifecycle;
  /** The arguments and outputs that are secret. */
  readonly secrets: readonly ({ readonly name: string } & FieldMeta)[];
}

/** What the engine says of a request beside the properties: of this call alone, whatever runs beside it. */
interface CurrentRequest {
  urn: string;
  ignoreChanges: readonly string[];
}

/**
 * Makes a resource readable by the dynamic form too, so that a stack can move there without a step. State holds it for each
 * resource, so it is short: in a module, `this` is what the module exports.
 */
export const dynamicReference = (className: string): string =>
  `this.handler=require('pulumi-payments/runtime').${className}`;

/** The option `import` names an object as the argument does that adopts it; the program's SDK hands it on. Pure. */
function imported({ __resource, ...args }: Properties, argument: string): Properties {
  const { import: id, ...told } = __resource as Properties;
  return { [argument]: id, ...args, __resource: told };
}

/** The plugin: a host of the lifecycle that speaks the engine's own protocol. Every failure is fit for a person to read. */
export function pluginHandlers(
  sdk: SdkMessages,
  version: string,
  engine: { address?: string; isRefreshAsked?: boolean | undefined },
  makeRun = createRun,
): Record<string, Handler> {
  const { provider: messages, Struct, Empty } = sdk;
  const current = new AsyncLocalStorage<CurrentRequest>();
  const connect = () => (engine.address === undefined ? undefined : sdk.logTo(engine.address));
  // Standard output is the engine's: it reads a port from there.
  const write = (text: string): void => void process.stderr.write(outgoing(text));
  const run = {
    ...makeRun({
      log: engineLogger(new Set(), connect, write),
      requestFor: () => current.getStore(),
      say: (line) => write(`pulumi-payments: ${line}\n`),
    }),
    readsBeforeDiff: true as const,
    isRefreshAsked: engine.isRefreshAsked,
  };
  const lifecycles = new Map<string, ResourceClass>();
  /** What the last diff of a resource found: the preview of its update follows from it. */
  const found = new Map<string, readonly Change[]>();
  /** What the program declares of new resources, by urn: a reading for an import is told nothing of it. */
  const declared = new Map<string, Properties>();
  let isUnknown = false;

  const handler =
    <Request>(work: (request: Request) => unknown): Handler =>
    async (request) => {
      try {
        return await work(request);
      } catch (error) {
        throw callFailure(error);
      }
    };

  const readStruct = (struct: Struct): Received => received((struct?.toJavaScript() ?? {}) as Properties);
  const written = (properties: Properties, secrets: ReadonlySet<string> = new Set()) =>
    // The engine can't carry undefined.
    Struct.fromJavaScript(sent(JSON.parse(JSON.stringify(properties)) as Properties, secrets));

  function classOf(urn: string): ResourceClass {
    const type = (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
    const className = classNameOfType(type);
    const known = className === undefined ? undefined : lifecycles.get(className);
    if (known !== undefined) return known;
    if (className === undefined || !Object.hasOwn(resources, className)) throw unknownToken(`resource ${type}`);
    const definition = resources[className as keyof typeof resources] as unknown as Definition;
    const lifecycle = lifecycleOf(definition as Parameters<typeof lifecycleOf>[0], run);
    const fields = [...Object.entries(definition.args.shape), ...Object.entries(definition.outputs.shape)];
    const secrets = fields.map(([name, schema]) => ({ name, ...fieldMeta(schema) })).filter(({ secret }) => secret);
    const made = { className, definition, lifecycle, secrets };
    lifecycles.set(className, made);
    return made;
  }

  /** Does the work of one request on a resource, which then knows its urn. */
  const on = <Request extends { getUrn(): string; getIgnorechangesList?(): string[] }>(
    work: (request: Request, resource: ResourceClass) => Promise<unknown>,
  ): Handler =>
    handler((request: Request) =>
      current.run({ urn: request.getUrn(), ignoreChanges: request.getIgnorechangesList?.() ?? [] }, () =>
        work(request, classOf(request.getUrn())),
      ),
    );

  /** What the lifecycle is told of a resource beside its arguments: the program's SDK says more than other languages do. */
  function placed(urn: string, news: Properties, olds: Properties = {}): Properties {
    const told = (news.__resource ?? {}) as Properties;
    const before = (olds.__resource ?? {}) as Properties;
    const tag = told.tag || before.tag || tagOf("", asDynamicUrn(urn), run.configuration().backendName);
    return { ...news, __resource: { ...told, urn, tag } };
  }

  /** The names that state has to encrypt: secret by nature, or marked by the program. */
  function secretsOf({ secrets }: ResourceClass, inputs: Properties, marked: ReadonlySet<string>): Set<string> {
    const own = secrets.filter(({ plainIf }) => plainIf === undefined || inputs[plainIf] !== true);
    return new Set([...own.map(({ name }) => name), ...marked]);
  }

  const refreshes = (): boolean => run.configuration().refreshBeforeUpdate;

  /** @throws the partial failure of an object that is there and not as wanted */
  function outputsOf(
    resource: ResourceClass,
    { id, properties, unfinished, unknownOutputs = [] }: RecordedObject,
    { properties: inputs, secrets }: Received,
  ) {
    const all = { ...properties, __provider: dynamicReference(resource.className) };
    const marks = new Set([...secretsOf(resource, inputs, secrets), ...unknownOutputs]);
    if (unfinished === undefined) return written(all, marks);
    throw partialFailure(sdk, { id, properties: sent(all, marks), unfinished, refreshBeforeUpdate: refreshes() });
  }

  function accepts<Response extends Message<"ConfigureResponse"> | Message<"ProviderHandshakeResponse">>(
    response: Response,
  ): Response {
    if ("setAcceptsecrets" in response) {
      response.setAcceptsecrets(true);
      response.setAcceptresources(true);
      response.setSupportspreview(true);
    } else {
      response.setAcceptSecrets(true);
      response.setAcceptResources(true);
    }
    return response;
  }

  function failures(all: readonly { property: string; reason: string }[]): Message<"CheckFailure">[] {
    return all.map(({ property, reason }) => {
      const failure = new messages.CheckFailure();
      failure.setProperty(property);
      failure.setReason(reason);
      return failure;
    });
  }

  return {
    handshake: handler((request: Message<"ProviderHandshakeRequest">) => {
      engine.address ??= request.getEngineAddress();
      return accepts(new messages.ProviderHandshakeResponse());
    }),

    attach: handler((request: { getAddress(): string }) => {
      engine.address = request.getAddress();
      return new Empty();
    }),

    getPluginInfo: handler(() => {
      const info = new sdk.plugin.PluginInfo();
      info.setVersion(version);
      return info;
    }),

    getSchema: handler(() => {
      const response = new messages.GetSchemaResponse();
      response.setSchema(JSON.stringify(pluginSchema(version, repositoryOf(packageManifest()))));
      return response;
    }),

    checkConfig: handler((request: Message<"CheckRequest">) => {
      const news = readStruct(request.getNews());
      const response = new messages.CheckResponse();
      response.setInputs(written(news.properties, new Set([...news.secrets, ...secretSettings])));
      response.setFailuresList(failures(checkSettings(news.properties, instanceIn(request.getUrn()), process.env)));
      return response;
    }),

    diffConfig: handler((request: Message<"DiffRequest">) => {
      const olds = readStruct(request.getOldInputs() ?? request.getOlds());
      const changed = changedSettings(olds.properties, readStruct(request.getNews()).properties);
      const response = new messages.DiffResponse();
      response.setChanges(changed.length === 0 ? 1 : 2);
      response.setDiffsList(changed);
      return response;
    }),

    configure: handler((request: Message<"ConfigureRequest">) => {
      const { properties } = readStruct(request.getArgs());
      isUnknown = holdsUnknownSetting(properties);
      // An engine that does not name the instance offers none: then it is the stack's own.
      if (!isUnknown) run.configure(configureRequest(properties, instanceIn(request.getUrn?.() || undefined)));
      return accepts(new messages.ConfigureResponse());
    }),

    invoke: handler(async (request: Message<"InvokeRequest">) => {
      const token = request.getTok();
      const name = token.replace(/^payments:index:/, "");
      if (name === token || !Object.hasOwn(readings, name)) throw unknownToken(`function ${token}`);
      const { properties } = readStruct(request.getArgs());
      const response = new messages.InvokeResponse();
      const { result } = readings[name as keyof typeof readings];
      if (isUnknown || JSON.stringify(properties).includes(unknownMarker)) {
        response.setReturn(written(Object.fromEntries(Object.keys(result.shape).map((each) => [each, unknownMarker]))));
        return response;
      }
      const outcome = await readIn(run, name as keyof typeof readings, properties, "recent");
      if ("result" in outcome) response.setReturn(written(outcome.result));
      else response.setFailuresList(failures([{ property: "", reason: outcome.failure.message }]));
      return response;
    }),

    check: on(async (request: Message<"CheckRequest">, resource) => {
      const { definition, lifecycle } = resource;
      const [olds, news] = [readStruct(request.getOlds()), readStruct(request.getNews())];
      const given = placed(request.getUrn(), news.properties, olds.properties);
      await warnOfOtherVersion(given);
      const inputs = imported(given, definition.namedBy);
      if (Object.keys(olds.properties).length === 0) declared.set(request.getUrn(), inputs);
      const checked = await lifecycle.check(olds.properties, inputs);
      const response = new messages.CheckResponse();
      response.setInputs(written(checked.inputs, secretsOf(resource, checked.inputs, news.secrets)));
      response.setFailuresList(failures(checked.failures));
      return response;
    }),

    diff: on(async (request: Message<"DiffRequest">, { lifecycle }) => {
      const [olds, news] = [readStruct(request.getOlds()), readStruct(request.getNews())];
      const urn = request.getUrn();
      const inputs = placed(urn, news.properties);
      const { changes, replaces, differing } = await lifecycle.diff(request.getId(), olds.properties, inputs);
      found.set(urn, differing);
      const response = new messages.DiffResponse();
      response.setChanges(changes ? 2 : 1);
      if (!changes) return response;
      response.setReplacesList(replaces.map(outgoingLine));
      response.setHasdetaileddiff(true);
      const kinds = messages.PropertyDiff.Kind;
      const paths = detailedDiff(differing, { outputs: olds.properties, inputs: news.properties });
      for (const { path, kind, replaces: isReplaced } of paths) {
        const each = new messages.PropertyDiff();
        each.setKind(kinds[isReplaced ? (`${kind}_REPLACE` as const) : kind]);
        response.getDetaileddiffMap().set(path, each);
      }
      response.setDiffsList([...new Set(paths.map(({ path }) => path.replace(/[[.].*$/, "") || path))]);
      return response;
    }),

    create: on(async (request: Message<"CreateRequest">, resource) => {
      const inputs = readStruct(request.getProperties());
      const response = new messages.CreateResponse();
      if (request.getPreview()) {
        const marks = secretsOf(resource, inputs.properties, inputs.secrets);
        response.setProperties(written(outputsOfCreate(resource.definition, inputs.properties), marks));
        return response;
      }
      const created = await resource.lifecycle.create(placed(request.getUrn(), inputs.properties));
      response.setId(created.id);
      response.setProperties(outputsOf(resource, created, inputs));
      response.setRefreshBeforeUpdate?.(refreshes());
      return response;
    }),

    read: on(async (request: Message<"ReadRequest">, resource) => {
      const { lifecycle } = resource;
      const [state, inputs] = [readStruct(request.getProperties()), readStruct(request.getInputs())];
      const id = request.getId();
      const response = new messages.ReadResponse();
      response.setRefreshBeforeUpdate?.(refreshes());
      // What state holds says where it lives.
      if (typeof state.properties.serviceUrl === "string") {
        const object = await lifecycle.read(id, state.properties);
        if (object === undefined) return response;
        response.setId(object.id);
        const properties = quietReading(state.properties, object.properties, run.clock.now().getTime());
        response.setProperties(
          outputsOf(
            resource,
            { ...object, properties },
            { ...inputs, secrets: new Set([...inputs.secrets, ...state.secrets]) },
          ),
        );
        if (request.hasInputs()) response.setInputs(request.getInputs());
        return response;
      }
      const isManaged = Object.keys(state.properties).length === 0;
      const given = placed(request.getUrn(), (isManaged ? declared.get(request.getUrn()) : state.properties) ?? {});
      const object = await lifecycle.find(id, given, isManaged);
      if (object === undefined) return response;
      const args = { ...object.inputs, __resource: { tag: (given.__resource as Properties).tag } };
      response.setId(object.id);
      response.setProperties(outputsOf(resource, object, { properties: args, secrets: state.secrets }));
      response.setInputs(written(args, secretsOf(resource, args, state.secrets)));
      return response;
    }),

    update: on(async (request: Message<"UpdateRequest">, resource) => {
      const [olds, news] = [readStruct(request.getOlds()), readStruct(request.getNews())];
      const response = new messages.UpdateResponse();
      if (request.getPreview()) {
        const changes = found.get(request.getUrn());
        const outputs = outputsOfUpdate(resource.definition, { olds: olds.properties, news: news.properties, changes });
        const marks = secretsOf(resource, news.properties, news.secrets);
        response.setProperties(written(outputs, marks));
        return response;
      }
      const inputs = placed(request.getUrn(), news.properties);
      const updated = await resource.lifecycle.update(request.getId(), olds.properties, inputs);
      response.setProperties(outputsOf(resource, updated, news));
      response.setRefreshBeforeUpdate?.(refreshes());
      return response;
    }),

    delete: on(async (request: Message<"DeleteRequest">, { lifecycle }) => {
      await lifecycle.delete(request.getId(), readStruct(request.getProperties()).properties);
      return new Empty();
    }),

    // What is under way ends by itself and is saved: a creation that is cut off would lose its value.
    cancel: handler(() => new Empty()),
  };

  async function warnOfOtherVersion({ __resource }: Properties): Promise<void> {
    const { version: ofProgram, urn } = __resource as { version?: unknown; urn?: string };
    if (ofProgram === undefined || ofProgram === version) return;
    await run
      .log(urn, "")
      .warnOnceARun(
        `the program uses pulumi-payments ${String(ofProgram)}, and the plugin that runs is ${version}. Make both the same: plugins.providers in Pulumi.yaml can name node_modules/.bin, where npm installs the plugin of the package.`,
      );
  }
}
