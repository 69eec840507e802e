import { issueWords } from "../text/issue-words";
import { nearest } from "../text/near";
import { correctingLine, removeProfileLine, setLine } from "./lines";
import type { Problem } from "./problem";
import {
  configKey,
  type ProfileSettings,
  profileCredentialVariable,
  profileFieldNames,
  profileNameSchema,
  profileSchema,
  type SettingName,
} from "./settings";

/** A profile as far as it is well-formed. */
export interface ReadProfile {
  fields: Partial<ProfileSettings>;
  /** Given, but not well-formed: told already, so not missing. */
  illFormed: ReadonlySet<SettingName>;
}

export interface ReadProfiles {
  profiles: ReadonlyMap<string, ReadProfile>;
  problems: Problem[];
}

const fieldSchemas = profileSchema.shape;

/** Reads every profile field by field: one that is wrong hides nothing of the others, and its line fixes it alone. Pure. */
export function readProfiles(value: unknown): ReadProfiles {
  const problems: Problem[] = [];
  const profiles = new Map<string, ReadProfile>();
  const variables = new Map<string, string>();
  if (!isRecord(value)) {
    const problem = {
      path: configKey("profiles"),
      message: "must be an object of profiles by name",
      fix: setLine("profiles"),
    };
    return { profiles, problems: [problem] };
  }
  for (const [name, profile] of Object.entries(value)) {
    const path = `${configKey("profiles")}.${name}`;
    const named = profileNameSchema.safeParse(name, { error: issueWords });
    if (!named.success) {
      const message = `is not a profile name: ${named.error.issues.map((issue) => issue.message).join(", ")}`;
      problems.push({ path, message, fix: removeProfileLine(name) });
      continue;
    }
    const variable = profileCredentialVariable(name);
    const holder = variables.get(variable);
    variables.set(variable, name);
    if (holder !== undefined) {
      const message = `${variable} would give its credential to the profile ${holder} too. Rename one of them`;
      problems.push({ path, message, fix: removeProfileLine(name) });
    } else if (!isRecord(profile)) {
      problems.push({ path, message: "must be an object of settings", fix: setLine("accountId", name) });
    } else profiles.set(name, readProfile(name, profile, problems));
  }
  return { profiles, problems };
}

function readProfile(name: string, profile: Record<string, unknown>, problems: Problem[]): ReadProfile {
  const fields: Record<string, unknown> = {};
  const illFormed = new Set<SettingName>();
  for (const [field, value] of Object.entries(profile)) {
    const path = `${configKey("profiles")}.${name}.${field}`;
    if (!isProfileField(field)) {
      const near = nearest(field, profileFieldNames);
      const message = near
        ? `unknown field. Did you mean "${near}"?`
        : `the fields are ${profileFieldNames.join(", ")}`;
      problems.push({ path, message, fix: removeProfileLine(name, field) });
      continue;
    }
    const parsed = fieldSchemas[field].safeParse(value, { error: issueWords });
    if (parsed.success) fields[field] = parsed.data;
    else {
      illFormed.add(field);
      const message = parsed.error.issues.map((issue) => issue.message).join("; ");
      problems.push({ path, message, fix: correctingLine(field, value, name) });
    }
  }
  return { fields: fields as Partial<ProfileSettings>, illFormed };
}

function isProfileField(field: string): field is keyof ProfileSettings {
  return (profileFieldNames as string[]).includes(field);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
