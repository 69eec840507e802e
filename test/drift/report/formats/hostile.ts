import * as fc from "fast-check";
import { tierNames } from "../../../../drift/classify/tiers";
import type { Finding, Report, StackRef } from "../../../../drift/report/report";
import { changed, reportOf } from "../../reports";

/** Pieces that mean something to a page, a comment, a log of CI, XML, a terminal or a message with links. */
const evil = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg/onload=alert(1)>',
  "</details>",
  "-->",
  "]]>",
  "&amp;&#60;",
  "```",
  "`` ` ``",
  "\n\n# heading\n",
  "| a | b |",
  "[click](https://evil.example.com)",
  "@octocat #1 https://evil.example.com",
  "\r\n::error::forged",
  "::stop-commands::x",
  "##[group]x",
  "%0A::set-output name=x::y",
  ":,%",
  "\u001b[2J\u0007",
  "\u009b31m",
  "\u0000\u0008\ufffe\uffff",
  "\ud800",
  "\udfff",
  "\u202e\u2066",
  "\u2028\u2029",
  "{0} {name}",
  "'; rm -rf ~; '$(id)`id`",
  "=cmd|' /C calc'!A0",
  "<!-- pulumi-payments drift -->",
];

const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...evil), fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 5 })
  .map((parts) => parts.join(""));

const value = fc.oneof(hostileText, fc.array(hostileText, { maxLength: 3 }), fc.constant(undefined));
const time = fc.constantFrom("2029-12-01T00:00:00.000Z", "2030-01-01T00:00:05.000Z");

const stack: fc.Arbitrary<StackRef> = fc.record({ project: hostileText, name: hostileText, folder: hostileText });

const finding: fc.Arbitrary<Finding> = fc
  .record({
    fingerprint: fc.stringMatching(/^[0-9a-f]{16}$/),
    tier: fc.constantFrom(...tierNames),
    stack: fc.option(stack, { nil: undefined }),
    urn: fc.option(hostileText, { nil: undefined }),
    kind: fc.constantFrom("ApiKey", "Stack"),
    name: hostileText,
    id: fc.option(hostileText, { nil: undefined }),
    accountId: fc.option(hostileText, { nil: undefined }),
    fields: fc.array(fc.record({ field: hostileText, wanted: value, stored: value, live: value }), { maxLength: 3 }),
    why: hostileText,
    next: hostileText,
    since: fc.option(fc.record({ firstSeen: time, timesSeen: fc.nat() }), { nil: undefined }),
    owner: hostileText,
  })
  .map(({ owner, ...rest }) => ({
    ...rest,
    ...(rest.tier === "accepted" && {
      accepted: { tier: "changed" as const, reason: owner, owner, expires: "2030-02-01" },
    }),
  }));

/** Reports in which everything that others name is hostile. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .record({ findings: fc.array(finding, { maxLength: 4 }), stack, why: hostileText, what: hostileText })
  .map(({ findings, stack: failed, why, what }) =>
    reportOf({
      findings,
      stacks: [{ stack: failed, outcome: "failed", why, resources: 1, clean: 0, durationMs: 5 }],
      completeness: { declared: "some", unmanaged: "not-looked-for", why },
      repaired: [
        {
          fingerprint: changed.fingerprint,
          what,
          firstSeen: "2029-12-01T00:00:00.000Z",
          repairedAt: "2030-01-01T00:00:05.000Z",
        },
      ],
    }),
  );

/** What a terminal would obey, besides the ends of our own lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
export const terminalControls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
