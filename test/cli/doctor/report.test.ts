import type { Checked } from "../../../cli/doctor/probe";
import { asJson, asText, exitOf, type Report } from "../../../cli/doctor/report";
import { cannotTell, differs, differsHandled, holds, type Verdict } from "../../../cli/doctor/verdict";

const check = (name: string, verdict: Verdict): Checked => ({ probe: { name, row: name, title: "t" }, verdict });
const report = (verdicts: Verdict[], more: Partial<Report> = {}): Report => ({
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

test("nothing that a service answered reaches the terminal as it is", () => {
  const text = asText(
    report([differs("\u001b[2Jgone\nholds", "\u0007"), cannotTell("\u202eevil")], { leftBehind: ["\u001b]0;x"] }),
  );
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  expect(text).toContain("\\u{1b}[2Jgone\\u{a}holds");
});
