import type { ConfigureAnalyzerRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import type { PolicyReport } from "../../provider/report/policy-writer.js";
import { outgoing } from "../../provider/text/outgoing.js";
import { classOf, type ResourceFacts } from "../facts.js";
import { type Finding, textOf } from "../finding.js";
import { type Court, judgeResource, judgeStack, mendings, unusedExemptions } from "../judge.js";
import type { Preset } from "../levels.js";
import type { Rule } from "../rule.js";
import { allEntry, type ConfigEntry, type PackSettings, readSettings } from "../settings.js";
import type { ToldStack } from "./configure-stack.js";
import { patched, type Raw } from "./decode.js";
import { findInClear } from "./in-clear.js";
import { infoOf, levelNumber, levelOf, type PackIdentity, setLevel } from "./info.js";
import type { StructMessage, WireModules } from "./modules.js";
import { once } from "./once.js";
import { resourceOf } from "./resources.js";
import { createScrubber } from "./scrub.js";
import type { Handler } from "./server.js";
import { stackView } from "./stack-view.js";
import type { ToldResource } from "./told-resource.js";

/** What the process was started with. */
export interface AnalyzerEdges {
  environment: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Takes every finding, in a run that only looks for drift. */
  report?: PolicyReport | undefined;
}

export interface AnalyzerPack extends PackIdentity {
  rules: readonly Rule[];
  preset?: Preset | undefined;
}

/** One run, from the engine's first call to its last. Whatever goes wrong is an error of the run: nothing passes by mistake. */
export function analyzerHandlers(wire: WireModules, pack: AnalyzerPack, edges: AnalyzerEdges): Record<string, Handler> {
  const { messages } = wire;
  const scrubber = createScrubber();
  const view = stackView(edges.environment, edges.report !== undefined, scrubber);
  const now = edges.now();
  const rules = new Map(pack.rules.map((rule) => [rule.name, rule]));
  const findings: Finding[] = [];
  /** What the program gave our resources: a stack is told by its outputs, and not every input is among those. */
  const inputs = new Map<string, () => Raw>();
  let stack: ToldStack | undefined;
  let settings: PackSettings | undefined;

  const handler =
    <Request>(work: (request: Request) => unknown): Handler =>
    (request) => {
      try {
        return work(request);
      } catch (error) {
        // The engine prints the message, so no trace: it would hold what a rule was given.
        throw new Error(outgoing(scrubber.text(error instanceof Error ? error.message : String(error))));
      }
    };

  const settingsOf = (entries: ReadonlyMap<string, ConfigEntry>): PackSettings =>
    readSettings({
      rules: pack.rules,
      entries,
      environmentPreset: edges.environment.PAYMENTS_POLICY_PRESET,
      packPreset: pack.preset,
    });

  const currentSettings = (): PackSettings => (settings ??= settingsOf(new Map()));

  function courtFor(resource: ResourceFacts | undefined): Court {
    const facts = stack === undefined ? view.around(resource) : view.told(stack);
    return { rules: pack.rules, settings: currentSettings(), stack: facts, now };
  }

  const rawOf = (message: { getProperties(): unknown }): Raw =>
    (message.getProperties() as StructMessage | undefined)?.toJavaScript() ?? {};

  const lookedAt = new Set(
    pack.rules.flatMap((rule) => (rule.kind === "resource" ? (rule.looksAt as readonly string[]) : [])),
  );
  const isLookedAt = (type: string): boolean => lookedAt.has(type) || lookedAt.has(classOf(type) ?? type);

  function answerOf(found: readonly Finding[]): unknown {
    const response = new messages.AnalyzeResponse();
    response.setDiagnosticsList(
      found.map((finding) => {
        const diagnostic = new messages.AnalyzeDiagnostic();
        diagnostic.setPolicyname(finding.rule);
        diagnostic.setPolicypackname(pack.name);
        diagnostic.setPolicypackversion(pack.version);
        diagnostic.setDescription(rules.get(finding.rule)?.title ?? "");
        const text = scrubber.text(textOf(finding));
        diagnostic.setMessage(outgoing(text));
        const { rule, outcome, level, urn, link } = finding;
        edges.report?.add({ rule, outcome, level, text, ...(urn && { urn }), ...(link && { link }) });
        diagnostic.setEnforcementlevel(levelNumber(messages, finding.level) as never);
        if (finding.urn !== undefined) diagnostic.setUrn(finding.urn);
        return diagnostic;
      }),
    );
    return response;
  }

  return {
    getPluginInfo: handler(() => {
      const info = new wire.plugin.PluginInfo();
      info.setVersion(pack.version);
      return info;
    }),

    configureStack: handler((request: ToldStack) => {
      stack = request;
      return {};
    }),

    getAnalyzerInfo: handler(() => infoOf(wire, pack, pack.rules, stack !== undefined)),

    configure: handler((request: ConfigureAnalyzerRequest) => {
      const entries = [...request.getPolicyconfigMap().entries()] as [
        string,
        { getEnforcementlevel(): number; getProperties(): unknown },
      ][];
      // By a level for all of them the engine has set each: none is the one that the rule was declared with.
      const allAreSet = entries.some(([name]) => name === allEntry);
      settings = settingsOf(
        new Map(
          entries.map(([name, entry]) => {
            const arrived = levelOf(messages, entry.getEnforcementlevel());
            const level = allAreSet ? arrived : setLevel(rules.get(name), arrived, stack !== undefined);
            return [name, { properties: rawOf(entry), ...(level === undefined ? {} : { level }) }];
          }),
        ),
      );
      return {};
    }),

    remediate: handler((told: ToldResource) => {
      const response = new messages.RemediateResponse();
      const isMending = [...currentSettings().rules.values()].some(({ level }) => level === "remediate");
      // Where drift is looked for, what is mended here would pass for what the program wants.
      if (!isMending || edges.report !== undefined || !isLookedAt(told.type)) return response;
      let raw = told.properties();
      const resource = resourceOf(told, () => raw, scrubber);
      response.setRemediationsList(
        mendings(courtFor(resource), resource).map(({ rule, patch, why }) => {
          const remediation = new messages.Remediation();
          remediation.setPolicyname(rule);
          remediation.setPolicypackname(pack.name);
          remediation.setPolicypackversion(pack.version);
          remediation.setDescription(rules.get(rule)?.title ?? "");
          if (patch === undefined) remediation.setDiagnostic(outgoing(scrubber.text(`not mended: ${why}`)));
          else {
            raw = patched(raw, patch);
            remediation.setProperties(wire.struct.fromJavaScript(raw) as never);
          }
          return remediation;
        }),
      );
      return response;
    }),

    analyze: handler((told: ToldResource) => {
      const isOurs = classOf(told.type) !== undefined;
      if (!isOurs && !isLookedAt(told.type)) return new messages.AnalyzeResponse();
      if (isOurs) inputs.set(told.urn, told.properties);
      const resource = resourceOf(told, told.properties, scrubber);
      const found = judgeResource(courtFor(resource), resource);
      findings.push(...found);
      return answerOf(found);
    }),

    analyzeStack: handler((members: ToldResource[]) => {
      // In the engine's order, which is none.
      members.sort((a, b) => (a.urn < b.urn ? -1 : 1));
      const raws = members.map(({ urn, properties }) => once(() => ({ ...inputs.get(urn)?.(), ...properties() })));
      const inClear = once(() =>
        findInClear(
          members.map(({ urn, type }, index) => ({ urn, isOurs: classOf(type) !== undefined, raw: raws[index]! })),
          (secret) => scrubber.learn(secret),
        ),
      );
      const resources = members.map((member, index) =>
        resourceOf(member, raws[index]!, scrubber, () => inClear().get(member.urn) ?? []),
      );
      const court = courtFor(resources.find(({ className }) => className !== undefined) ?? resources[0]);
      const found = judgeStack(court, resources);
      return answerOf([...found, ...unusedExemptions(court, [...findings, ...found])]);
    }),
  };
}
