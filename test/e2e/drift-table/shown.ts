import type { Tier } from "../../../drift/classify/tiers";
import type { FormatName } from "../../../drift/report/formats/registry";
import type { ReportField } from "../../../drift/report/report";
import { inHtml, inXml } from "./escaped";
import { exitCodes, type Row } from "./rows";

/** A row about one stack, with every placeholder filled in. */
export interface Seen extends Row {
  /** The tier that it would be in without the baseline, where that accepts it. */
  was?: Tier;
  id?: string;
  /** Where it is: the stack, or the account. */
  place: string;
  stack: string;
  urn?: string;
  fingerprint: string;
  /** Every finding of the stack that could not be judged for the same reason, this one among them: text tells them together. */
  together?: readonly { kind: string; name: string; id?: string | undefined; fingerprint: string }[];
}

/** What each format has to say of a finding, written out here a second time: the whole of its part, to the letter. */
export const shownAs: Readonly<Record<Exclude<FormatName, "json">, (seen: Seen) => string>> = {
  text: (seen) =>
    seen.together !== undefined && seen.together.length > 1 ? textOfAll(seen.together, seen) : textOfOne(seen),

  // What was accepted is no annotation at all.
  github: (seen) =>
    seen.tier === "accepted"
      ? ""
      : `::${commandOf(seen)} title=Drift%3A ${seen.tier},file=Pulumi.yaml,line=1::${[`${titleOf(seen)}.`, ...detailsOf(seen)].join("%0A")}\n`,

  sarif: (seen) =>
    JSON.stringify(
      {
        ruleId: `drift/${seen.was ?? seen.tier}`,
        level: { error: "error", warning: "warning", notice: "note" }[
          commandOf({ ...seen, tier: seen.was ?? seen.tier })
        ],
        text: [`${seen.tier}: ${titleOf(seen)}.`, ...detailsOf(seen)].join("\n").replace(/[{}]/g, "$&$&"),
      },
      null,
      1,
    ),

  junit: (seen) => {
    const head = `    <testcase name="${inXml(titleOf(seen))}" classname="${inXml(seen.place)}" time="0">\n      `;
    const message = `${seen.tier}: ${titleOf(seen)}`;
    const code = exitCodes[seen.tier];
    if (code === 0)
      return `${head}<skipped message="${inXml([message, ...detailsOf(seen)].join(" "))}"/>\n    </testcase>\n`;
    const element = code === 2 ? "failure" : "error";
    const body = inXml(detailsOf(seen).join("\n"));
    return `${head}<${element} message="${inXml(message)}" type="${seen.tier}">${body}</${element}>\n    </testcase>\n`;
  },

  markdown: (seen) =>
    [
      `<details><summary><b>${seen.tier}</b>: <code>${titleOf(seen).replaceAll("_", "&#95;")}</code></summary>`,
      "",
      "```diff",
      ...seen.fields.flatMap(diffOf),
      ...(seen.fields.length === 0 ? seen.lines.map((line) => `  ${line}`) : []),
      ...remarksOf(seen).map((remark) => `  ${remark}`),
      ...(seen.tier === "accepted" ? [] : [`  Next: ${seen.next}`]),
      `  Fingerprint ${seen.fingerprint}`,
      "```",
      "</details>",
      "",
    ].join("\n"),

  html: (seen) => {
    const weight = { error: "fails", warning: "undetermined", notice: "reported" }[commandOf(seen)];
    const isRisky =
      seen.tier === "unmanaged" && seen.fields.some(({ live }) => Array.isArray(live) && live.includes("*"));
    const commands = [
      ...(seen.tier === "accepted" ? [] : commandsIn(seen.next)),
      ...(seen.urn === undefined ? [] : [`npx pulumi-payments explain ${seen.urn} --stack ${seen.stack} --cwd .`]),
    ];
    return [
      `<article data-tier="${seen.tier}" data-weight="${isRisky ? "fails" : weight}">`,
      `<h4><span class="tier">${seen.tier}</span>: ${titleOf(seen)}${isRisky ? ' <strong class="risk">holds every scope (*)</strong>' : ""}</h4>`,
      ...seen.fields.map(termsOf),
      ...[...(seen.fields.length === 0 ? seen.lines : []), ...remarksOf(seen)].map((line) => `<p>${inHtml(line)}</p>`),
      ...(seen.tier === "accepted" ? [] : [`<p>Next: ${inHtml(seen.next)}</p>`]),
      ...commands.map(
        (command) => `<div class="command"><code>${command}</code><button type="button">Copy</button></div>`,
      ),
      `<p class="quiet">Fingerprint <code>${seen.fingerprint}</code></p>`,
      "</article>",
      "",
    ].join("\n");
  },
};

/** The command that a next step names, if it does. */
function commandsIn(next: string): string[] {
  return (
    next
      .match(/\b(?:npx pulumi-payments|pulumi) (?:up|preview|keys) (?:--[\w-]+ \S+ ?)+(?= )/g)
      ?.map((each) => each.trim()) ?? []
  );
}

function titleOf({ kind, name, id, place }: Seen): string {
  return `${kind} ${name}${id === undefined ? "" : ` (${id})`} in ${place}`;
}

function detailsOf(seen: Seen): string[] {
  const lines =
    seen.fields.length > 0 ? seen.lines : seen.lines.map((line) => (line.endsWith(".") ? line : `${line}.`));
  const next = seen.tier === "accepted" ? [] : [`Next: ${seen.next}`];
  return [...lines, ...remarksOf(seen), ...next, `Fingerprint ${seen.fingerprint}`];
}

function remarksOf({ tier, was }: Seen): string[] {
  return tier === "accepted" ? [`Accepted by us until 2999-01-01: on purpose (it is ${was}).`] : [];
}

function commandOf({ tier }: Pick<Seen, "tier">): "error" | "warning" | "notice" {
  return exitCodes[tier] === 2 ? "error" : exitCodes[tier] === 3 ? "warning" : "notice";
}

function diffOf({ field, wanted, live, advice }: ReportField): string[] {
  return [
    `  ${field}`,
    ...(wanted === undefined ? [] : [`- wanted ${JSON.stringify(wanted)}`]),
    `+ live ${JSON.stringify(live)}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ];
}

function termsOf({ field, wanted, stored, live, advice }: ReportField): string {
  const terms = [
    ["declared", elementsOf(wanted, live, "del", "−")],
    ["in state", elementsOf(stored, stored, "", "")],
    ["live", elementsOf(live, wanted ?? stored, "ins", "+")],
  ].map(([side, value]) => `<dt>${side}</dt><dd>${value}</dd>`);
  return `<p><b>${field}</b>${advice === undefined ? "" : ` ${inHtml(advice)}`}</p>\n<dl>${terms.join("")}</dl>`;
}

/** A list element by element, each marked that the other list lacks. */
function elementsOf(value: unknown, other: unknown, mark: string, sign: string): string {
  const code = (part: unknown): string => `<code>${inHtml(JSON.stringify(part))}</code>`;
  if (value === undefined) return "<code>not set</code>";
  if (!Array.isArray(value) || value.length === 0) return code(value);
  const isNew = (part: unknown): boolean => Array.isArray(other) && !other.includes(part);
  return value.map((part) => (isNew(part) ? `<${mark}>${sign} ${code(part)}</${mark}>` : code(part))).join(" ");
}

function textOfOne(seen: Seen): string {
  return [
    `${seen.tier}: ${titleOf(seen)}`,
    ...seen.lines.map((line) => `  ${line}`),
    ...(seen.tier === "unmanaged" ? [`  ${seen.why}`] : []),
    ...(seen.tier === "accepted"
      ? [`  accepted by us until 2999-01-01: on purpose (it is ${seen.was})`]
      : [`  next: ${seen.next}`, `  fingerprint ${seen.fingerprint}`]),
    "",
  ].join("\n");
}

function textOfAll(together: NonNullable<Seen["together"]>, { place, why, next }: Seen): string {
  return [
    `undetermined: ${together.length} resources in ${place}`,
    ...together.map(({ kind, name, id, fingerprint }) => `  ${kind} ${name} (${id}), fingerprint ${fingerprint}`),
    `  ${why}`,
    `  next: ${next}`,
    "",
  ].join("\n");
}
