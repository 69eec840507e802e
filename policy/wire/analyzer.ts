import type { AnalyzeStackRequest, ConfigureAnalyzerRequest } from "@pulumi/pulumi/proto/analyzer_pb.js";
import { classOf, type Facts, partsOf, type ResourceFacts, type StackFacts, secretValue } from "../facts.js";
import { type Finding, textOf } from "../finding.js";
import { type Court, judgeResource, judgeStack, mendings, unusedExemptions } from "../judge.js";
import type { Preset } from "../levels.js";
import type { Rule } from "../rule.js";
import { type ConfigEntry, type PackSettings, readSettings } from "../settings.js";
import type { Asked } from "./asked.js";
import type { ToldStack } from "./configure-stack.js";
import { patched, type Raw } from "./decode.js";
import { findInClear } from "./in-clear.js";
import { infoOf, levelNumber, levelOf, type PackIdentity, setLevel } from "./info.js";
import type { StructMessage, WireModules } from "./modules.js";
import { once, resourceOf } from "./resources.js";
import { createScrubber } from "./scrub.js";

/** What the process was started with. */
export interface AnalyzerEdges {
  environment: Readonly<Record<string, string | undefined>>;
  now(): Date;
}

export interface AnalyzerPack extends PackIdentity {
  rules: readonly Rule[];
  preset?: Preset | undefined;
}

type Handler<Request> = (call: { request: Request }, answer: (error: Error | null, response?: unknown) => void) => void;

/** One run, from the engine's first call to its last. Whatever goes wrong is an error of the run: nothing passes by mistake. */
export function analyzerHandlers(
  wire: WireModules,
  pack: AnalyzerPack,
  edges: AnalyzerEdges,
): Record<string, Handler<never>> {
  const { messages } = wire;
  const scrubber = createScrubber();
  const now = edges.now();
  const rules = new Map(pack.rules.map((rule) => [rule.name, rule]));
  const findings: Finding[] = [];
  /** What the program gave our resources: a stack is told by its outputs, and not every input is among those. */
  const inputs = new Map<string, () => Raw>();
  let told: ToldStack | undefined;
  let settings: PackSettings | undefined;

  const handler = <Request>(work: (request: Request) => unknown): Handler<never> =>
    ((call: { request: Request }, answer: (error: Error | null, response?: unknown) => void) => {
      try {
        answer(null, work(call.request));
      } catch (error) {
        // The engine prints the message, so no trace: it would hold what a rule was given.
        answer(new Error(scrubber.text(error instanceof Error ? error.message : String(error))));
      }
    }) as Handler<never>;

  const settingsOf = (entries: ReadonlyMap<string, ConfigEntry>): PackSettings =>
    readSettings({
      rules: pack.rules,
      entries,
      environmentPreset: edges.environment.PAYMENTS_POLICY_PRESET,
      packPreset: pack.preset,
    });

  const currentSettings = (): PackSettings => (settings ??= settingsOf(new Map()));

  function courtFor(resource: ResourceFacts | undefined): Court {
    const stack = told === undefined ? stackAround(resource) : stackTold(told);
    return { rules: pack.rules, settings: currentSettings(), stack, now };
  }

  /** `pulumi policy analyze` tells nothing of the stack but its urns, and the configuration of the last `up` beside a resource. */
  function stackAround(resource: ResourceFacts | undefined): StackFacts {
    const { stack: name, project } = partsOf(resource?.urn ?? "");
    return { name, project, config: resource?.provider?.props ?? {}, environment: environment() };
  }

  let facts: StackFacts | undefined;
  function stackTold({ name, project, organization, isPreview, config, secretKeys }: ToldStack): StackFacts {
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
  }

  const environment = once((): Facts => {
    const ours = Object.entries(edges.environment).filter(
      ([name, value]) => name.startsWith("PAYMENTS_") && value !== undefined,
    );
    return Object.fromEntries(
      ours.map(([name, value]) => {
        const isCredential = name.endsWith("API_KEY");
        if (isCredential) scrubber.learn(value as string);
        return [name, isCredential ? secretValue : value];
      }),
    );
  });

  const rawOf = (message: { getProperties(): unknown }): (() => Raw) =>
    once(() => (message.getProperties() as StructMessage | undefined)?.toJavaScript() ?? {});

  function isLookedAt(type: string): boolean {
    const className = classOf(type);
    return pack.rules.some(
      (rule) =>
        rule.kind === "resource" &&
        (rule.looksAt.includes(type) || (className !== undefined && rule.looksAt.includes(className))),
    );
  }

  function answerOf(found: readonly Finding[]): unknown {
    const response = new messages.AnalyzeResponse();
    response.setDiagnosticsList(
      found.map((finding) => {
        const diagnostic = new messages.AnalyzeDiagnostic();
        diagnostic.setPolicyname(finding.rule);
        diagnostic.setPolicypackname(pack.name);
        diagnostic.setPolicypackversion(pack.version);
        diagnostic.setDescription(rules.get(finding.rule)?.title ?? "");
        diagnostic.setMessage(scrubber.text(textOf(finding)));
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
      told = request;
      return {};
    }),

    getAnalyzerInfo: handler(() => infoOf(wire, pack, pack.rules, told !== undefined)),

    configure: handler((request: ConfigureAnalyzerRequest) => {
      const entries = [...request.getPolicyconfigMap().entries()] as [
        string,
        { getEnforcementlevel(): number; getProperties(): unknown },
      ][];
      settings = settingsOf(
        new Map(
          entries.map(([name, entry]) => {
            const level = setLevel(rules.get(name), levelOf(messages, entry.getEnforcementlevel()), told !== undefined);
            return [name, { properties: rawOf(entry)(), ...(level === undefined ? {} : { level }) }];
          }),
        ),
      );
      const Empty = wire.service.configure.responseType as new () => unknown;
      return new Empty();
    }),

    remediate: handler((asked: Asked) => {
      const response = new messages.RemediateResponse();
      const isMending = [...currentSettings().rules.values()].some(({ level }) => level === "remediate");
      if (!isMending || !isLookedAt(asked.type)) return response;
      const request = asked.message();
      let raw = rawOf(request)();
      const resource = resourceOf(request, () => raw, scrubber);
      response.setRemediationsList(
        mendings(courtFor(resource), resource).map(({ rule, patch, why }) => {
          const remediation = new messages.Remediation();
          remediation.setPolicyname(rule);
          remediation.setPolicypackname(pack.name);
          remediation.setPolicypackversion(pack.version);
          remediation.setDescription(rules.get(rule)?.title ?? "");
          if (patch === undefined) remediation.setDiagnostic(`not mended: ${why}`);
          else {
            raw = patched(raw, patch);
            remediation.setProperties(wire.struct.fromJavaScript(raw) as never);
          }
          return remediation;
        }),
      );
      return response;
    }),

    analyze: handler((asked: Asked) => {
      const isOurs = classOf(asked.type) !== undefined;
      if (!isOurs && !isLookedAt(asked.type)) return new messages.AnalyzeResponse();
      const request = asked.message();
      const raw = rawOf(request);
      if (isOurs) inputs.set(request.getUrn(), raw);
      const resource = resourceOf(request, raw, scrubber);
      const found = judgeResource(courtFor(resource), resource);
      findings.push(...found);
      return answerOf(found);
    }),

    analyzeStack: handler((request: AnalyzeStackRequest) => {
      const members = request.getResourcesList();
      // In the engine's order, which is none.
      members.sort((a, b) => (a.getUrn() < b.getUrn() ? -1 : 1));
      const raws = members.map((member) => {
        const outputs = rawOf(member);
        return once(() => ({ ...inputs.get(member.getUrn())?.(), ...outputs() }));
      });
      const inClear = once(() =>
        findInClear(
          members.map((member, index) => ({
            urn: member.getUrn(),
            isOurs: classOf(member.getType()) !== undefined,
            raw: raws[index]!,
          })),
          (secret) => scrubber.learn(secret),
        ),
      );
      const resources: ResourceFacts[] = members.map((member, index) => {
        const dependencies = Object.fromEntries(
          [...member.getPropertydependenciesMap().entries()].map(([property, urns]) => [
            property as string,
            (urns as { getUrnsList(): string[] }).getUrnsList(),
          ]),
        );
        return resourceOf(member, raws[index]!, scrubber, {
          dependencies,
          inClear: () => inClear().get(member.getUrn()) ?? [],
        });
      });
      const court = courtFor(resources.find(({ className }) => className !== undefined) ?? resources[0]);
      const found = judgeStack(court, resources);
      return answerOf([...found, ...unusedExemptions(court, [...findings, ...found])]);
    }),
  };
}
