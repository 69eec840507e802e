import type { Checked } from "../../../cli/doctor/probe";
import { asJson, asText, exitOf, type Report } from "../../../cli/doctor/report";
import { cannotTell, differs, differsHandled, holds, type ProbeResult } from "../../../cli/doctor/verdict";

const check = (name: string, verdict: ProbeResult): Checked => ({ probe: { name, row: name, title: "t" }, verdict });
const report = (verdicts: ProbeResult[], more: Partial<Report> = {}): Report => ({
  serviceUrl: "https://payments.example.com",
  accountId: "acct_1",
  writes: false,
  checks: verdicts.map((verdict, index) => check(`probe-${index}`, verdict)),
  leftBehind: [],
  interrupted: false,
  ...more,
});

test.each<[number, string, Report]>([
  [0, "everything holds", report([holds("yes")])],
  [0, "what differs is handled", report([differsHandled("so")])],
  [0, "nothing failed that was asked", report([cannotTell("no key"), cannotTell("--write", "not asked")])],
  [2, "something needs somebody", report([differs("so", "do this")])],
  [
    2,
    "something needs somebody and something failed",
    report([differs("so", "do"), cannotTell("no answer", "failed")]),
  ],
  [2, "a key is left behind", report([holds("yes")], { leftBehind: ["key_1"] })],
  [3, "something failed", report([holds("yes"), cannotTell("no answer", "failed")])],
  [3, "it was interrupted", report([holds("yes")], { interrupted: true })],
])("exit %i where %s", (code, _, each) => {
  expect(exitOf(each)).toBe(code);
  expect(JSON.parse(asJson(each))).toMatchObject({
    version: 1,
    exitCode: code,
    checks: each.checks.map(({ verdict }) => verdict),
  });
});

test("for a person each row is a line, with what to do below it where it differs, and a count at the end", () => {
  expect(
    asText(report([holds("yes"), differs("it is PUT", "do this"), cannotTell("no key")], { profile: "eu" })).split(
      "\n",
    ),
  ).toEqual([
    "https://payments.example.com, account acct_1, profile eu (only reading)",
    "",
    "  holds        probe-0  yes",
    "  differs      probe-1  it is PUT",
    "                        do this",
    "  cannot tell  probe-2  no key",
    "",
    "1 hold, 1 differ and need you, 1 show nothing here.",
    "",
  ]);
});

test("three checks or more that one reason leaves open stand together, where the first of them is", () => {
  const open = (): ProbeResult => cannotTell("no answer came", "failed");
  const text = asText(report([holds("yes"), open(), holds("it does"), open(), open(), cannotTell("no key")]));
  expect(text.split("\n").slice(2, 7)).toEqual([
    "  holds        probe-0  yes",
    "  cannot tell  3 checks  no answer came",
    "               probe-1, probe-3, probe-4",
    "  holds        probe-2  it does",
    "  cannot tell  probe-5  no key",
  ]);
  const two = asText(report([open(), open()]));
  expect(two.match(/no answer came/g)).toHaveLength(2);
});

test("the names of many checks are broken into lines, and none is lost", () => {
  const text = asText(report(Array.from({ length: 30 }, () => cannotTell("no answer came", "failed"))));
  const names = text.split("\n").filter((line) => line.startsWith(" ".repeat(15)));
  expect(names.length).toBeGreaterThan(1);
  expect(Math.max(...names.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(names.join(" ").trim().split(/,?\s+/)).toEqual(Array.from({ length: 30 }, (_, index) => `probe-${index}`));
});

test("nothing that a service answered reaches the terminal as it is", () => {
  const text = asText(
    report([differs("\u001b[2Jgone\nholds", "\u0007"), cannotTell("\u202eevil")], { leftBehind: ["\u001b]0;x"] }),
  );
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  expect(text).toContain("\\u{1b}[2Jgone\\u{a}holds");
});
