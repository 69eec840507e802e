import { reportVariables } from "../../provider/report/variables.js";
import { type Facts, partsOf, type ResourceFacts, type StackFacts, secretValue } from "../facts.js";
import type { StackMessage } from "./old-sdk.js";
import { once } from "./once.js";
import type { Scrubber } from "./scrub.js";

/** What rules are told of the stack. Secrets among it are learned by the scrubber, and shown as such. */
export interface StackView {
  /** From what the engine sends before it asks about any resource. */
  configured(stack: StackMessage): StackFacts;
  /** `pulumi policy analyze` tells nothing of the stack but its urns, and the configuration of the last `up` beside a resource. */
  around(resource: ResourceFacts | undefined): StackFacts;
}

/** @param isLook whether the drift command looks: what it sets for that is nothing that a user has set */
export function stackView(
  variables: Readonly<Record<string, string | undefined>>,
  isLook: boolean,
  scrubber: Scrubber,
): StackView {
  const ofLook = new Set<string>(isLook ? Object.values(reportVariables) : []);
  const environment = once((): Facts => {
    const ours = Object.entries(variables).filter(
      ([name, value]) => name.startsWith("PAYMENTS_") && value !== undefined && !ofLook.has(name),
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
