import type { AnalyzeStackRequest, ConfigureAnalyzerRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import type { PolicyReport } from "../../provider/report/policy-writer";
import { outgoing } from "../../provider/text/outgoing";
import type { Handler } from "../../provider/wire/server";
import type { Raw } from "../../provider/wire/special-values";
import { evaluateResource, evaluateStack, type PolicyContext, remediationsOf, unusedExemptions } from "../evaluate";
import { classOf, type ResourceFacts, type StackFacts } from "../facts";
import { type Finding, textOf } from "../finding";
import type { Preset } from "../levels";
import type { Rule } from "../rule";
import { allEntry, type ConfigEntry, type PackSettings, readSettings } from "../settings";
import { patched } from "./decode";
import { findInClear } from "./in-clear";
import { infoOf, levelNumber, levelOf, type PackIdentity, setLevel } from "./info";
import type { WireModules } from "./modules";
import type { AnalyzedStack } from "./old-sdk";
import { once } from "./once";
import { type AnalyzedResource, rawOf, resourceOf } from "./resources";
import { createScrubber } from "./scrub";
import { stackView } from "./stack-view";

/** What is injected. */
export interface AnalyzerDependencies {
  environment: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Records every finding, in a run of the drift command. */
  report?: PolicyReport | undefined;
}

export interface AnalyzerPack extends PackIdentity {
  rules: readonly Rule[];
  preset?: Preset | undefined;
}

/** The handlers of one run, from the engine's first call to its last. Any failure fails the run, so nothing passes by mistake. */
export function analyzerHandlers(
  wire: WireModules,
  pack: AnalyzerPack,
  dependencies: AnalyzerDependencies,
): Record<string, Handler> {
  const { messages } = wire;
  const scrubber = createScrubber();
  const view = stackView(dependencies.environment, dependencies.report !== undefined, scrubber);
  const now = dependencies.now();
  const rules = new Map(pack.rules.map((rule) => [rule.name, rule]));
  const findings: Finding[] = [];
  /** Inputs of our resources, by URN: the engine sends a stack with its outputs, and not every input is among those. */
  const inputs = new Map<string, () => Raw>();
  let stack: StackFacts | undefined;
  let settings: PackSettings | undefined;

  const handler =
    <Request>(work: (request: Request) => unknown): Handler =>
    (request) => {
      try {
        return work(request);
      } catch (error) {
        // The engine prints the message. A stack trace could hold what a rule was given.
        throw new Error(outgoing(scrubber.text(error instanceof Error ? error.message : String(error))));
      }
    };

  const settingsOf = (entries: ReadonlyMap<string, ConfigEntry>): PackSettings =>
    readSettings({
      rules: pack.rules,
      entries,
      environmentPreset: dependencies.environment.PAYMENTS_POLICY_PRESET,
      packPreset: pack.preset,
    });

  const currentSettings = (): PackSettings => (settings ??= settingsOf(new Map()));

  function contextFor(resource: ResourceFacts | undefined): PolicyContext {
    return { rules: pack.rules, settings: currentSettings(), stack: stack ?? view.around(resource), now };
  }

  const checkedTypes = new Set(
    pack.rules.flatMap((rule) => (rule.kind === "resource" ? (rule.looksAt as readonly string[]) : [])),
  );
  const isChecked = (type: string): boolean => checkedTypes.has(type) || checkedTypes.has(classOf(type) ?? type);

  function responseOf(found: readonly Finding[]): unknown {
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
        dependencies.report?.add({ rule, outcome, level, text, ...(urn && { urn }), ...(link && { link }) });
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

    configureStack: handler((request: AnalyzedStack) => {
      stack = view.configured(request);
      // Old SDKs do not know the response, which is empty.
      return new (messages.AnalyzerStackConfigureResponse ?? wire.Empty)();
    }),

    getAnalyzerInfo: handler(() => infoOf(wire, pack, pack.rules, stack !== undefined)),

    configure: handler((request: ConfigureAnalyzerRequest) => {
      const configured = request.getPolicyconfigMap();
      // With a level for all of them the engine has set each: none is the one that the rule was declared with.
      const allAreSet = configured.has(allEntry);
      const entries = new Map<string, ConfigEntry>();
      configured.forEach((entry, name) => {
        const arrived = levelOf(messages, entry.getEnforcementlevel());
        const level = allAreSet ? arrived : setLevel(rules.get(name), arrived, stack !== undefined);
        entries.set(name, { properties: rawOf(entry), ...(level === undefined ? {} : { level }) });
      });
      settings = settingsOf(entries);
      return new wire.Empty();
    }),

    remediate: handler((request: AnalyzedResource) => {
      const response = new messages.RemediateResponse();
      const isRemediating = [...currentSettings().rules.values()].some(({ level }) => level === "remediate");
      // The drift command would take a remediated value for the value in the program.
      if (!isRemediating || dependencies.report !== undefined || !isChecked(request.getType())) return response;
      let raw = rawOf(request);
      const resource = resourceOf(request, () => raw, scrubber);
      response.setRemediationsList(
        remediationsOf(contextFor(resource), resource).map(({ rule, patch, why }) => {
          const remediation = new messages.Remediation();
          remediation.setPolicyname(rule);
          remediation.setPolicypackname(pack.name);
          remediation.setPolicypackversion(pack.version);
          remediation.setDescription(rules.get(rule)?.title ?? "");
          if (patch === undefined) remediation.setDiagnostic(outgoing(scrubber.text(`not remediated: ${why}`)));
          else {
            raw = patched(raw, patch);
            remediation.setProperties(wire.Struct.fromJavaScript(raw));
          }
          return remediation;
        }),
      );
      return response;
    }),

    analyze: handler((request: AnalyzedResource) => {
      const type = request.getType();
      const isOurs = classOf(type) !== undefined;
      if (!isOurs && !isChecked(type)) return new messages.AnalyzeResponse();
      const raw = once(() => rawOf(request));
      if (isOurs) inputs.set(request.getUrn(), raw);
      const resource = resourceOf(request, raw, scrubber);
      const found = evaluateResource(contextFor(resource), resource);
      findings.push(...found);
      return responseOf(found);
    }),

    analyzeStack: handler((request: AnalyzeStackRequest) => {
      // The engine's order is not fixed.
      const members = request
        .getResourcesList()
        .map((message) => ({ message, urn: message.getUrn(), isOurs: classOf(message.getType()) !== undefined }))
        .map((member) => ({
          ...member,
          raw: once(() => ({ ...inputs.get(member.urn)?.(), ...rawOf(member.message) })),
        }))
        .sort((a, b) => (a.urn < b.urn ? -1 : 1));
      const inClear = once(() => findInClear(members, (secret) => scrubber.learn(secret)));
      const resources = members.map(({ message, urn, raw }) =>
        resourceOf(message, raw, scrubber, () => inClear().get(urn) ?? []),
      );
      const context = contextFor(resources.find(({ className }) => className !== undefined) ?? resources[0]);
      const found = evaluateStack(context, resources);
      return responseOf([...found, ...unusedExemptions(context, [...findings, ...found])]);
    }),
  };
}
