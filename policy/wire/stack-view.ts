import { reportVariables } from "../../provider/report/variables";
import { type Facts, partsOf, type ResourceFacts, type StackFacts, secretValue } from "../facts";
import type { AnalyzedStack } from "./old-sdk";
import { once } from "./once";
import type { Scrubber } from "./scrub";

/** The stack as rules see it. Secrets become markers, and the scrubber learns them. */
export interface StackView {
  /** From the message that the engine sends before any resource. */
  configured(stack: AnalyzedStack): StackFacts;
  /** From a resource: `pulumi policy analyze` sends only URNs, and the configuration of the last `up` as the provider's inputs. */
  around(resource: ResourceFacts | undefined): StackFacts;
}

/** @param isDriftRun whether the drift command runs the pack: no user set the variables that the command sets */
export function stackView(
  variables: Readonly<Record<string, string | undefined>>,
  isDriftRun: boolean,
  scrubber: Scrubber,
): StackView {
  const ofDriftRun = new Set<string>(isDriftRun ? Object.values(reportVariables) : []);
  const environment = once((): Facts => {
    const ours = Object.entries(variables).filter(
      ([name, value]) => name.startsWith("PAYMENTS_") && value !== undefined && !ofDriftRun.has(name),
    );
    return Object.fromEntries(
      ours.map(([name, value]) => {
        const isCredential = name.endsWith("API_KEY");
        if (isCredential) scrubber.learn(value as string);
        return [name, isCredential ? secretValue : value];
      }),
    );
  });

  return {
    configured(stack) {
      const config: [key: string, value: unknown][] = [];
      const secretKeys = new Set(stack.getConfigSecretKeysList());
      stack.getConfigMap().forEach((value, key) => {
        if (secretKeys.has(key)) scrubber.learn(value);
        config.push([key, secretKeys.has(key) ? secretValue : value]);
      });
      const organization = stack.getOrganization();
      return {
        name: stack.getStack(),
        project: stack.getProject(),
        ...(organization === "" ? {} : { organization }),
        isPreview: stack.getDryRun(),
        config: Object.fromEntries(config),
        environment: environment(),
      };
    },
    around(resource) {
      const { stack: name, project } = partsOf(resource?.urn ?? "");
      return { name, project, config: resource?.provider?.props ?? {}, environment: environment() };
    },
  };
}
