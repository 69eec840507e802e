import type { PaymentServiceError } from "../api/errors";
import type { Naming } from "./accounts";
import { isPlaceable } from "./check";
import type { Properties, ReadInputs } from "./inputs";
import type { ProviderCall } from "./provider-call";
import type { RecordedState, ResourceContext, ResourceDefinition } from "./resource";
import { keyPlace } from "./run-registry";
import { type Origin, type Placement, readStored } from "./state";

export interface PreviewRequest<Args, Live, Private> {
  definition: ResourceDefinition<Args, Live, Private>;
  context: ResourceContext;
  id: string;
  read: ReadInputs<Args>;
  recorded: RecordedState<Private> & { origin: Origin };
  /** The same before this run read the object: what is reported as drift is measured against it. */
  before: RecordedState<Private>;
  /** Where the object lives, and where the program wants it (undefined: not known yet). */
  recordedPlacement: Placement;
  desiredPlacement: Placement | undefined;
  relocates: boolean;
  /** What an error of the service means to whoever runs this. */
  reasonOf(error: PaymentServiceError): string;
}

/** One call of `diff`, as the engine makes it. */
export interface DiffCall {
  id: string;
  /** Outputs as state holds them. */
  olds: Properties;
  news: Properties;
}

/** State holds the object, and the keys in it. */
export function registerKeys<Args, Live, Private>(
  { className, keys }: Pick<ResourceDefinition<Args, Live, Private>, "className" | "keys">,
  { account, registry }: Pick<ResourceContext, "account" | "registry">,
  { id, recorded, recordedBy }: { id: string; recorded: RecordedState<Private>; recordedBy: string },
): void {
  registry.record({ account, className, id }, recordedBy);
  for (const keyId of keys?.heldBy?.(recorded) ?? []) registry.record(keyPlace(account, keyId), recordedBy);
}

/** @throws Refusal where state was made with another service or account, or the account can't be told */
export function previewRequest<Args extends Naming, Live, Private extends object>(
  providerCall: ProviderCall<Args, Live, Private>,
  { id, olds, news }: DiffCall,
): PreviewRequest<Args, Live, Private> {
  const { definition, run } = providerCall;
  const { className, noun } = definition;
  const label = `${noun} ${id}`;
  const read = providerCall.read(news, id);
  const recorded = readStored<Private>(definition.privateState, olds);
  // What only a refresh met may be given up by the program just now.
  const recordedBy = run.registry.isDeclared(read.resource) ? read.resource.urn : "";
  const desiredPlacement = isPlaceable(read) ? providerCall.desiredPlacement(read) : undefined;
  const profileMoved =
    desiredPlacement !== undefined && desiredPlacement.connection.profile !== recorded.origin.profile;
  const recordedPlacement = providerCall.recordedPlacement(recorded.origin, {
    accountNamed: !desiredPlacement || desiredPlacement.accountNamed || profileMoved,
  });
  const context = providerCall.context(recordedPlacement, read.resource.urn, label);
  registerKeys(definition, context, { id, recorded, recordedBy });
  const entry = run.registry.object({ account: context.account, className, id });
  entry.privateState = recorded.privateState;
  const before =
    entry.outputsBefore === undefined ? recorded : readStored<Private>(definition.privateState, entry.outputsBefore);
  const reasonOf = (error: PaymentServiceError): string => providerCall.reasonOf(error);
  return {
    definition,
    context,
    id,
    read,
    recorded,
    before,
    recordedPlacement,
    desiredPlacement,
    relocates: recordedPlacement.relocates,
    reasonOf,
  };
}
