import { resources } from "../resources/registry";
import { type ResourceClassName, resourceClassNames } from "../text/class-names";
import { oldNode } from "../text/old-node";
import { outgoing } from "../text/outgoing";
import { endWithEngine } from "./engine-gone";
import { pulumiFailure } from "./failure";
import { leaveOutFailureLines } from "./failure-line";
import { engineLogger } from "./logger";
import { type DynamicProvider, dynamicProvider } from "./provider";
import { requestFor, watchRequests } from "./requests";
import { createRun } from "./run";

/**
 * What Pulumi's dynamic-provider process loads through the constant reference in state. One process serves one run, and
 * all resources in it share the connections and the snapshots below.
 */

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;
watchRequests();
if (require.main?.filename.includes("dynamic-provider")) {
  endWithEngine(() => process.exit(1));
  leaveOutFailureLines();
}
const run = createRun({
  log: engineLogger(new Set()),
  requestFor,
  say: (line) => void process.stdout.write(outgoing(`pulumi-payments: ${line}\n`)),
});

/**
 * The provider of one resource class: what the reference in state asks for.
 *
 * @throws PulumiFailure on a Node that is too old, and for a class that came after this version
 */
export function provider(className: ResourceClassName): DynamicProvider {
  const tooOld = oldNode(process.versions.node);
  if (tooOld !== undefined)
    throw pulumiFailure(
      className,
      `${tooOld} The program of the stack runs on the Node that is first on PATH; nothing was read or changed`,
    );
  const definition = Object.hasOwn(resources, className) ? resources[className] : undefined;
  if (definition === undefined) {
    throw pulumiFailure(
      className,
      `this version of pulumi-payments has no resource ${className}. Install the version that created the stack, or a newer one: npm install pulumi-payments@latest`,
    );
  }
  return dynamicProvider(definition as Parameters<typeof dynamicProvider>[0], run);
}

// What the reference of the provider plugin asks for: a function for each class.
for (const className of resourceClassNames) exports[className] = () => provider(className);
