import * as fc from "fast-check";
import { tierNames } from "../../../../drift/classify/tiers";
import { markdown, stickyMarker } from "../../../../drift/report/formats/markdown";
import { changed, reportOf, stack } from "../../reports";
import { hostileReport, terminalControls } from "./hostile";

test("it begins with the sticky marker, and shows each finding as wanted and live, with what to do next", () => {
  expect(markdown(reportOf())).toBe(`<!-- pulumi-payments drift -->
### Payments drift

\`\`\`text
Drift: 1 stack, 3 resources: 2 clean, 1 changed. Unmanaged keys were not looked for: only named stacks were looked at.
\`\`\`

| Tier | Findings |
|---|---:|
| changed | 1 |

<details open><summary><b>changed</b>: <code>ApiKey ci (key&#95;1) in shop/dev (infra/shop)</code></summary>

\`\`\`diff
  scopes
- wanted ["accounts:read"]
+ live ["accounts:read","accounts:write"]
  Next: pulumi up --stack dev --cwd infra/shop
  Fingerprint 0123456789abcdef
\`\`\`
</details>
`);
});

test("many findings are folded", () => {
  const out = markdown(reportOf({ findings: Array(4).fill(changed) }));
  expect(out).toContain("<details><summary>");
  expect(out).not.toContain("<details open>");
});

test("a stack that was not read completely stands before the findings", () => {
  const stacks = [{ stack, outcome: "failed" as const, why: "no such stack", resources: 0, clean: 0, durationMs: 1 }];
  const out = markdown(reportOf({ stacks, exitCode: 3 }));
  expect(out.indexOf("shop/dev (infra/shop): failed: no such stack")).toBeGreaterThan(0);
  expect(out.indexOf("no such stack")).toBeLessThan(out.indexOf("<b>changed</b>"));
});

test("what was repaired, and what is over in the baseline, is reported", () => {
  const entry = { fingerprint: "0", owner: "ops", expires: "2029-12-31" };
  const out = markdown(
    reportOf({
      findings: [],
      repaired: [
        {
          fingerprint: "1",
          what: "ApiKey web",
          firstSeen: "2029-12-01T00:00:00.000Z",
          repairedAt: "2030-01-01T00:00:00.000Z",
        },
      ],
      baseline: { expired: [{ ...entry, why: "old" }], stale: [{ ...entry, why: "left" }] },
    }),
  );
  expect(out).toContain("ApiKey web (first seen 2029-12-01T00:00:00.000Z)");
  expect(out).toContain("old (until 2029-12-31)");
  expect(out).toContain("\nleft\n");
});

test("10,000 findings stay within 65,000 characters, are cut between findings, and the rest is counted", () => {
  const out = markdown(reportOf({ findings: Array(10_000).fill(changed) }));
  expect(out.length).toBeLessThanOrEqual(65_000);
  expect(out.length).toBeGreaterThan(60_000);
  const shownCount = out.split("<b>changed</b>").length - 1;
  expect(
    out.endsWith(
      `${10_000 - shownCount} more parts of this report found no room here: the json report has everything.\n`,
    ),
  ).toBe(true);
  expect(outside(out).filter((line) => !ours.test(line))).toEqual([]);
});

test("a hundred values of 20,000 characters leave room for the others", () => {
  const huge = { ...changed, fields: Array(100).fill({ field: "name", live: "😀".repeat(10_000) }) };
  const out = markdown(reportOf({ findings: [huge, changed] }));
  expect(out.split("<b>changed</b>")).toHaveLength(3);
  expect(out).not.toMatch(/\p{Cs}/u);
});

/** The lines that are markup: outside of blocks of code, as CommonMark delimits those. */
function outside(text: string): string[] {
  let fence: string | undefined;
  return text.split("\n").filter((line) => {
    const [, run] = /^ {0,3}(`{3,})[^`]*$/.exec(line) ?? [];
    if (fence === undefined && run !== undefined) {
      fence = run;
      return false;
    }
    if (fence === undefined) return true;
    if (run !== undefined && run.length >= fence.length && line.trim() === run) fence = undefined;
    return false;
  });
}

const name = "<code>[^<>\"'`\\\\*_\\[\\]]*</code>";
const ours = new RegExp(
  [
    `^<details( open)?><summary>(<b>(${tierNames.join("|")})</b>: ${name}|[\\w :]+)</summary>$`,
    "^</details>$",
    `^${stickyMarker}$`,
    "^### Payments drift$",
    "^\\| (Tier \\| Findings|[a-z-]+ \\| \\d+) \\|$",
    "^\\|---\\|---:\\|$",
    "^\\d+ more parts? of this report found no room here: the json report has everything\\.$",
    "^$",
  ].join("|"),
);

test("whatever is named how, only our own lines are markup, and the marker is there once", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const out = markdown(report);
      const lines = outside(out);
      expect(lines.filter((line) => !ours.test(line))).toEqual([]);
      expect(lines.filter((line) => line === stickyMarker)).toHaveLength(1);
      expect(lines.filter((line) => line === "</details>")).toHaveLength(report.findings.length + 2);
      expect(out).not.toMatch(terminalControls);
    }),
  );
});
