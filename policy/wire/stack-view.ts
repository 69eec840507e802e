import { reportVariables } from "../../provider/report/variables.js";
import { type Facts, partsOf, type ResourceFacts, type StackFacts, secretValue } from "../facts.js";
import type { ToldStack } from "./configure-stack.js";
import { once } from "./once.js";
import type { Scrubber } from "./scrub.js";

/** What rules are told of the stack. Secrets among it are learned by the scrubber, and shown as such. */
export interface StackView {
  /** By what the engine told of it, which it does once a run. */
  told(stack: ToldStack): StackFacts;
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
  let facts: StackFacts | undefined;

  return {
    told({ name, project, organization, isPreview, config, secretKeys }) {
      if (facts !== undefined) return facts;
      const shown = [...config].map(([key, value]) => {
        if (secretKeys.has(key)) scrubber.learn(value);
        return [key, secretKeys.has(key) ? secretValue : value];
      });
      facts = {
        name,
        project,
        ...(organization === "" ? {} : { organization }),
        isPreview,
        config: Object.fromEntries(shown),
        environment: environment(),
      };
      return facts;
    },
    around(resource) {
      const { stack: name, project } = partsOf(resource?.urn ?? "");
      return { name, project, config: resource?.provider?.props ?? {}, environment: environment() };
    },
  };
}
