import { z } from "zod";
import { linkTo } from "../finding";
import { type Level, levelSchema } from "../levels";
import { canRemediate, configSchemaOf, type Rule } from "../rule";
import { packSettingsSchema, settingsEntry } from "../settings";
import type { WireModules } from "./modules";

/** Name and version of a pack, shown with every finding. */
export interface PackIdentity {
  name: string;
  version: string;
  description?: string;
}

type Messages = WireModules["messages"];

export function levelNumber({ EnforcementLevel: numbers }: Messages, level: Level): number {
  return numbers[level.toUpperCase() as Uppercase<Level>];
}

/** @throws Error for a level that is newer than this package */
export function levelOf({ EnforcementLevel: numbers }: Messages, arrived: number): Level {
  const level = levelSchema.options.find((name) => numbers[name.toUpperCase() as Uppercase<Level>] === arrived);
  if (level === undefined)
    throw new Error(
      `the engine sent the enforcement level ${arrived}, which this pack does not know. Install a newer version of pulumi-payments`,
    );
  return level;
}

/**
 * The level that a rule is declared with. The engine fills it in wherever a configuration leaves a rule out. In a run it is a level
 * that nobody would set, `remediate` for a rule that can't remediate, so that any other level is one that the user set.
 */
function declaredLevel(rule: Rule, isRun: boolean): Level {
  return isRun && !canRemediate(rule) ? "remediate" : rule.level;
}

/** The level that the user set for a rule; undefined for none. */
export function setLevel(rule: Rule | undefined, arrived: Level, isRun: boolean): Level | undefined {
  return rule !== undefined && arrived === declaredLevel(rule, isRun) ? undefined : arrived;
}

/** The description of the pack. The schemas are for organizations that publish it; in a run the pack validates more itself. */
export function infoOf(
  { messages, Struct }: WireModules,
  pack: PackIdentity,
  rules: readonly Rule[],
  isRun: boolean,
): InstanceType<Messages["AnalyzerInfo"]> {
  const info = new messages.AnalyzerInfo();
  info.setName(pack.name);
  info.setVersion(pack.version);
  info.setSupportsconfig(true);
  if (pack.description !== undefined) info.setDescription?.(pack.description);
  const policy = (
    name: string,
    description: string,
    level: Level,
    schema: z.ZodObject,
  ): InstanceType<Messages["PolicyInfo"]> => {
    const one = new messages.PolicyInfo();
    one.setName(name);
    one.setDescription(description);
    one.setEnforcementlevel(levelNumber(messages, level) as never);
    if (!isRun) {
      const config = new messages.PolicyConfigSchema();
      const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      config.setProperties(Struct.fromJavaScript(properties));
      one.setConfigschema(config);
    }
    return one;
  };
  const described = rules.map((rule) => {
    const one = policy(rule.name, `${rule.title} ${rule.why}`, declaredLevel(rule, isRun), configSchemaOf(rule));
    one.setPolicyType?.(
      messages.PolicyType?.[rule.kind === "stack" ? "POLICY_TYPE_STACK" : "POLICY_TYPE_RESOURCE"] as never,
    );
    one.setRemediationSteps?.(rule.fix);
    one.setUrl?.(linkTo(rule.name));
    return one;
  });
  info.setPoliciesList([
    ...described,
    policy(settingsEntry, "Preset and exemptions of this pack.", "advisory", packSettingsSchema),
  ]);
  return info;
}
