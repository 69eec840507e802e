import { credentialsInEnvironment } from "./credential-variables";
import { configKey } from "./settings";
import type { Sources } from "./sources";

/** Every credential that the sources hold, of the stack and of its profiles, whether or not the run uses it. Pure. */
export function credentialsIn({ configured, environment }: Sources): string[] {
  const profiles = Object.values(objectIn(configured(configKey("profiles"))));
  const all: unknown[] = [
    configured(configKey("apiKey")),
    ...credentialsInEnvironment(environment),
    ...profiles.map((profile: { apiKey?: unknown } | null) => profile?.apiKey),
  ];
  return all.filter((each): each is string => typeof each === "string" && each !== "");
}

function objectIn(text: string | undefined): object {
  try {
    const parsed: unknown = JSON.parse(text ?? "{}");
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
