import { sdkModule } from "./sdk-modules";

/**
 * What the engine's requests hold and the SDK does not hand on to a provider's methods: the urn, and the options that
 * transforms may have added. Seen by listening to `getId`, which the SDK calls on every request for an existing object.
 * Where an SDK is made otherwise nothing is seen, and the input `__resource` has to do.
 */
export interface EngineRequest {
  urn: string;
  ignoreChanges: readonly string[];
}

interface RequestMessage {
  getId(): string;
  getUrn?(): string;
  getIgnorechangesList?(): string[];
}
type RequestClass = { prototype: RequestMessage } | undefined;

const seen = new Map<string, EngineRequest>();
const keyOf = (className: string, id: string): string => `${className} ${id}`;

/** The last request of the engine for this object. */
export function requestFor(className: string, id: string): EngineRequest | undefined {
  return seen.get(keyOf(className, id));
}

/** `urn:…::parentType$package:module:ApiKey::name` has the class name ApiKey. */
function classNameOf(urn: string): string {
  const type = urn.split("::")[2] ?? "";
  return type.slice(type.lastIndexOf(":") + 1);
}

/** Listens from now on. Wraps nothing but a reading, and what it adds never throws. */
export function watchRequests(classes: readonly RequestClass[] = requestClasses()): void {
  for (const requestClass of classes) {
    if (typeof requestClass?.prototype?.getId !== "function") continue;
    const getId = requestClass.prototype.getId;
    requestClass.prototype.getId = function (this: RequestMessage): string {
      const id = getId.call(this);
      const urn = this.getUrn?.();
      if (typeof urn === "string" && urn !== "") {
        seen.set(keyOf(classNameOf(urn), id), { urn, ignoreChanges: this.getIgnorechangesList?.() ?? [] });
      }
      return id;
    };
  }
}

function requestClasses(): RequestClass[] {
  const messages = sdkModule<Record<string, RequestClass>>("../../proto/provider_pb.js");
  return ["DiffRequest", "UpdateRequest", "ReadRequest", "DeleteRequest"].map((name) => messages?.[name]);
}
