import * as fc from "fast-check";
import { github } from "../../../../drift/report/formats/github";
import { changed, reportOf } from "../../reports";
import { hostileReport, terminalControls } from "./hostile";

test("the verdict comes first, then an annotation of each finding at the Pulumi.yaml of its project", () => {
  expect(
    github(reportOf()),
  ).toBe(`::error title=pulumi-payments drift::Drift: 1 stack, 3 resources: 2 clean, 1 changed. Unmanaged keys were not looked for: only named stacks were looked at.
::error title=Drift%3A changed,file=infra/shop/Pulumi.yaml,line=1::ApiKey ci (key_1) in shop/dev (infra/shop).%0Ascopes is ["accounts:read","accounts:write"], wanted ["accounts:read"].%0ANext: pulumi up --stack dev --cwd infra/shop%0AFingerprint 0123456789abcdef
`);
});

test.each([
  ["gone", "error"],
  ["undetermined", "warning"],
  ["pending-program", "notice"],
] as const)("a finding of the tier %s is a %s", (tier, name) => {
  expect(github(reportOf({ findings: [{ ...changed, tier }] })).split("\n")[1]).toMatch(new RegExp(`^::${name} `));
});

test("what was accepted makes no annotation", () => {
  const accepted = { tier: "changed" as const, reason: "r", owner: "o", expires: "2030-02-01" };
  expect(github(reportOf({ exitCode: 0, findings: [{ ...changed, tier: "accepted", accepted }] }))).toMatch(
    /^::notice .*\n$/,
  );
});

/** A line as the runner of GitHub Actions reads it. */
function read(line: string): { name: string; properties: Record<string, string>; message: string } {
  const [, name, list, message] = /^::(error|warning|notice) ([^:]*)::(.*)$/.exec(line)!;
  const decode = (text: string) =>
    text.replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%0D/g, "\r").replace(/%0A/g, "\n").replace(/%25/g, "%");
  const properties = Object.fromEntries(
    list!.split(",").map((pair) => [pair.slice(0, pair.indexOf("=")), decode(pair.slice(pair.indexOf("=") + 1))]),
  );
  return { name: name!, properties, message: decode(message!) };
}

test("whatever is named how, each line is one command of ours with our properties", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const out = github(report);
      expect(out).not.toMatch(terminalControls);
      const [verdict, ...rest] = out.trimEnd().split("\n").map(read);
      expect(Object.keys(verdict!.properties)).toEqual(["title"]);
      const told = report.findings.filter(({ tier }) => tier !== "accepted");
      expect(rest.map(({ properties }) => Object.keys(properties))).toEqual(told.map(() => ["title", "file", "line"]));
      expect(rest.map(({ properties }) => properties.title)).toEqual(told.map(({ tier }) => `Drift: ${tier}`));
    }),
  );
});
