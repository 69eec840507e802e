import type { Properties } from "../../provider/lifecycle/inputs";
import { received, sent } from "../../provider/native/properties";
import type { CallFailure, Message, ProviderClient, SdkWire } from "../fault-suite/sdk-wire";
import { type Answered, type Host, HostFailure } from "./host";

/** A value of a secret key, wherever it stands. */
const keyValue = /\bsk_sandbox_[0-9a-f]{40}/;

/** Names of what a plugin marked as secret. The engine keeps the marks in state, and hands them back with the values. */
const markedAsSecret = new Set<string>();

/** A provider behind a socket: each call in the engine's own messages. */
export abstract class WireHost implements Host {
  abstract readonly lines: readonly string[];

  constructor(protected readonly wire: SdkWire) {}

  protected abstract connected(): Promise<ProviderClient>;

  protected async configureBy(client: ProviderClient, config: Readonly<Record<string, string>>): Promise<void> {
    // The inputs of a provider resource have no namespace.
    const names = Object.entries(config).map(([key, value]) => [key.replace(/^payments:/, ""), value]);
    const settings = this.wire.host === "dynamic" ? config : Object.fromEntries(names);
    await this.callOf(client, "configure", "ConfigureRequest", { setArgs: this.struct(settings) });
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: string[] }> {
    const fields = { setUrn: urn, setOlds: this.struct(olds), setNews: this.struct(news) };
    const answer = await this.call("check", "CheckRequest", fields);
    const failures = (answer.getFailuresList!() as Message[]).map(
      (failure) => `${failure.getProperty!()}: ${failure.getReason!()}`,
    );
    return { inputs: this.plain(answer.getInputs!()), failures };
  }

  async diff(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
    ignoreChanges: readonly string[] = [],
  ): Promise<{ changes: boolean; replaces: string[] }> {
    const sides = { setOlds: this.struct(olds), setNews: this.struct(news) };
    const fields = { setUrn: urn, setId: id, ...sides, setIgnorechangesList: ignoreChanges };
    const answer = await this.call("diff", "DiffRequest", fields);
    const some = 2;
    return { changes: answer.getChanges!() === some, replaces: answer.getReplacesList!() as string[] };
  }

  async create(urn: string, inputs: Properties): Promise<Answered & { id: string }> {
    const answer = await this.call("create", "CreateRequest", { setUrn: urn, setProperties: this.struct(inputs) });
    return { id: answer.getId!() as string, ...this.answered(answer) };
  }

  async read(urn: string, id: string, outputs: Properties, inputs: Properties): Promise<Answered & { id: string }> {
    const sides = { setProperties: this.struct(outputs), setInputs: this.struct(inputs) };
    const answer = await this.call("read", "ReadRequest", { setUrn: urn, setId: id, ...sides });
    return { id: answer.getId!() as string, ...this.answered(answer) };
  }

  async update(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
    ignoreChanges: readonly string[] = [],
  ): Promise<Answered> {
    const sides = { setOlds: this.struct(olds), setNews: this.struct(news) };
    const fields = { setUrn: urn, setId: id, ...sides, setIgnorechangesList: ignoreChanges };
    return this.answered(await this.call("update", "UpdateRequest", fields));
  }

  async foresee(
    urn: string,
    inputs: Properties,
    old?: { id: string; outputs: Properties },
    ignoreChanges: readonly string[] = [],
  ): Promise<Properties | undefined> {
    // The SDK's process would do what is to be foreseen, and the engine does not ask it.
    if (this.wire.host === "dynamic") return undefined;
    const preview = { setUrn: urn, setPreview: true };
    if (old === undefined) {
      const answer = await this.call("create", "CreateRequest", { ...preview, setProperties: this.struct(inputs) });
      return this.answered(answer).outputs;
    }
    const sides = { setOlds: this.struct(old.outputs), setNews: this.struct(inputs) };
    const fields = { ...preview, setId: old.id, ...sides, setIgnorechangesList: ignoreChanges };
    return this.answered(await this.call("update", "UpdateRequest", fields)).outputs;
  }

  async delete(urn: string, id: string, outputs: Properties): Promise<void> {
    await this.call("delete", "DeleteRequest", { setUrn: urn, setId: id, setProperties: this.struct(outputs) });
  }

  private async call(method: string, messageName: string, fields: Properties): Promise<Message> {
    return this.callOf(await this.connected(), method, messageName, fields);
  }

  private callOf(client: ProviderClient, method: string, messageName: string, fields: Properties): Promise<Message> {
    const request = new this.wire.messages[messageName]!();
    for (const [setter, value] of Object.entries(fields)) request[setter]!(value);
    return new Promise((resolve, reject) => {
      client[method]!(request, (error, answer) => {
        if (error === null) resolve(answer ?? ({} as Message));
        else reject(this.failureOf(error));
      });
    });
  }

  private answered(answer: Message): Answered {
    const refreshBeforeUpdate = answer.getRefreshBeforeUpdate?.() === true;
    const outputs = this.plain(answer.getProperties!());
    const shown = JSON.stringify(Object.entries(outputs).filter(([name]) => !markedAsSecret.has(name)));
    if (this.wire.host === "native" && keyValue.test(shown))
      throw new Error(`the plugin hands out the value of a key and does not mark it: ${shown}`);
    return { outputs, ...(refreshBeforeUpdate && { refreshBeforeUpdate }) };
  }

  private struct(properties: Properties): Message {
    const { host, Struct } = this.wire;
    return Struct.fromJavaScript(host === "dynamic" ? properties : sent(properties, markedAsSecret));
  }

  /** The plugin marks what is secret; a test asks for values. */
  private plain(message: unknown): Properties {
    if (message === undefined) return {};
    const { properties, secrets } = received((message as Message).toJavaScript!() as Properties);
    for (const name of secrets) markedAsSecret.add(name);
    return properties;
  }

  private failureOf(error: CallFailure): HostFailure {
    const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
    if (packed === undefined) return new HostFailure(error.details);
    const [detail] = this.wire.status.Status.deserializeBinary(packed).getDetailsList!() as Message[];
    // A create or update that failed whole has none.
    if (detail === undefined) return new HostFailure(error.details);
    const { deserializeBinary } = this.wire.messages.ErrorResourceInitFailed;
    const partial = detail.unpack!(deserializeBinary, "pulumirpc.ErrorResourceInitFailed") as Message;
    const reasons = partial.getReasonsList!() as string[];
    const { outputs, refreshBeforeUpdate = false } = this.answered(partial);
    const id = partial.getId!() as string;
    return new HostFailure(error.details, { id, properties: outputs, reasons, refreshBeforeUpdate });
  }
}
