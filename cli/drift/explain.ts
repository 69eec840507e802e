import { classifyStack } from "../../drift/classify/stack";
import { findEngine } from "../../drift/collect/engine";
import { lookAt } from "../../drift/collect/look";
import { explainFields, explainText, noSuchResource, severalResources, urnsOf } from "../../drift/report/explain";
import type { ResourceRecord } from "../../provider/report/record";
import { jsonText, printable } from "../../provider/text/printable";
import { asDynamicUrn } from "../../provider/text/type-token";
import { UsageProblem } from "../pulumi";
import { lookAtState } from "./look-at-states";
import { lookEnvironment } from "./look-environment";
import { findTarget } from "./targets";

export interface ExplainRequest {
  /** A urn, an id or a logical name. */
  subject: string;
  /** Default: the one that is selected. */
  stack: string | undefined;
  cwd: string;
  timeoutMs: number;
  /** No program is run: what state says was last applied counts as declared. */
  fromState: boolean;
  json: boolean;
}

/** Looks at the stack and explains one of its resources. @throws UsageProblem if it can't tell which, or state does not hold it */
export async function explainResource(request: ExplainRequest): Promise<{ text: string; code: number }> {
  const { subject, cwd, timeoutMs, fromState, json } = request;
  const engine = await findEngine();
  const target = await findTarget(cwd, request.stack, engine);
  const stack = target.stack.name;
  const look = fromState
    ? await lookAtState(target, { engine, timeoutMs })
    : await lookAt(target, {
        engine,
        environment: lookEnvironment(process.env),
        timeoutMs,
        interrupted: new AbortController().signal,
        packs: { paths: [], configs: [] },
      });
  if (look.state === undefined)
    throw new UsageProblem(
      `The state of stack ${printable(stack)} could not be read: ${printable(look.failure ?? "no reason given")}. Run 'pulumi stack ls' to list the stacks of the project.`,
    );
  const { findings } = classifyStack(look);
  const known = [...look.state, ...findings.flatMap(({ urn, id }) => (urn === undefined ? [] : [{ urn, id }]))];
  const [urn, ...others] = urnsOf(subject, known);
  if (urn === undefined) throw new UsageProblem(noSuchResource(subject, stack, look, known));
  if (others.length > 0) throw new UsageProblem(severalResources(subject, stack, [urn, ...others]));
  const isMeant = (each: { urn?: string | undefined }): boolean =>
    each.urn !== undefined && asDynamicUrn(each.urn) === asDynamicUrn(urn);
  const finding = findings.find(isMeant);
  const record = look.records.findLast((each): each is ResourceRecord => each.record === "resource" && isMeant(each));
  const fields = record === undefined ? [] : explainFields(record);
  const code = finding === undefined ? 0 : finding.tier === "undetermined" ? 3 : 2;
  if (json)
    return {
      text: `${jsonText({ urn, tier: finding?.tier ?? "clean", why: finding?.why, fields }, 2)}\n`,
      code,
    };
  return { text: explainText(urn, finding, fields), code };
}
