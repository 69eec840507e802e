/** What the policy page says before its table. */
const aboutPolicy =
  `Rules about keys, endpoints and Apple Pay scopes, checked by the engine itself in \`pulumi preview\` and \`pulumi up\`.
Nothing has to be installed besides this package. This page is made from the rules by \`npm run generate\`.

\`\`\`bash
pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"
pulumi policy analyze --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"   # what is deployed already
npx pulumi-payments drift --all --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"   # of many stacks, beside their drift
\`\`\`

The path is absolute because the engine starts the pack in the folder of the program. With a language host that runs packs
from folders, as Pulumi's releases have, \`--policy-pack node_modules/pulumi-payments\` is the same pack. If the engine answers
\`could not read plugin [node_modules/pulumi-payments]: not supported\`, its language host is an older one: name the executable, as above.
\`npx pulumi-payments policy list\`, \`explain <rule>\`, \`check-config <file>\` and \`test\` work without an engine.

## Levels and presets

| Level | A violation |
|---|---|
| \`mandatory\` | fails the run, exit code 1; in \`up\` the resource is not made |
| \`advisory\` | is said |
| \`remediate\` | is mended where the rule can, and said under Policies; what is left over is mandatory |
| \`disabled\` | is not looked for |

| Preset | Levels |
|---|---|
| \`recommended\` | those of the table below |
| \`strict\` | mandatory, but for rules that can only guess |
| \`audit\` | everything is said, nothing fails |

A file for \`--policy-pack-config\` sets all of it:

\`\`\`json
{
  "settings": {
    "preset": "strict",
    "exemptions": [
      {
        "rule": "no-wildcard-scope",
        "name": "legacy-*",
        "reason": "moved to scoped keys with the new checkout",
        "owner": "payments team",
        "expires": "2027-01-31"
      }
    ]
  },
  "name-convention": { "enforcementLevel": "mandatory", "pattern": "(billing|shop)-[a-z-]+" },
  "max-keys-per-stack": "disabled"
}
\`\`\`

\`"all"\` sets the level of every rule that has no level of its own, also of those that are disabled: \`{ "all": "advisory",
"no-wildcard-scope": "mandatory" }\`. It takes a level and nothing else, and a preset then changes nothing. With
\`"all": "remediate"\` the rules that can't mend are mandatory.

A level of a rule stands before \`PAYMENTS_POLICY_PRESET\`, that before the preset of the file, that before the pack's own.
In \`pulumi policy analyze\` the engine does not tell a level that equals the rule's own from none at all, so there a preset
wins over such a level; in \`preview\` and \`up\` it stands.
A misspelt rule, property, level or preset stops the run and is told with the near name. (A misspelt rule that has
properties and no level is refused by the engine before the pack sees it, as \`invalid enforcement level ""\`; \`pulumi-payments
policy check-config\` names it.)

## Exemptions

An exemption lets one rule pass for the resources that its \`name\` (logical name) or \`urn\` matches; \`*\` and \`?\` stand for any.
Without a reason, an owner and a last day it is refused. What it lets pass is listed as \`Exempt to <day>\`, with reason and owner.
After its last day (UTC) the violation counts again, and says when the exemption expired. One that nothing needed is
reported at the end.

## What is not known yet

In a preview some values are not known. A rule that needs one says \`Undetermined until up\`, which is advisory, and goes on
with the rest: an unknown scope hides no \`*\` beside it. A resource rule is asked again in \`up\`, right before that resource is
made, so it stops it. A rule about the whole stack sees such a value only at the end of \`up\`: it then fails the run and says
that the resources exist.

## Secrets

The value of a key is never shown to a rule, and every text that the engine marked as a secret is taken out of messages, those
of rules that throw included. A rule that throws, or answers anything but findings, stops the run with its name.

## Rules of your own

A rule is a plain object; a pack is a file that ends with \`definePack\`. A whole example is in
[examples/policy](../examples/policy/README.md).

\`\`\`ts
// no-adopted-keys.ts
import { notYetKnown, resourceRule, undetermined, violation } from "pulumi-payments/policy";

export const noAdoptedKeys = resourceRule({
  name: "no-adopted-keys",
  title: "Keys are made by the program.",
  why: "The value of an adopted key was seen by whoever made it.",
  fix: "Take out adoptId and let the program make a key.",
  level: "mandatory",
  looksAt: ["ApiKey"],
  check: ({ props: { adoptId } }) => {
    if (adoptId === notYetKnown) return [undetermined("adoptId")];
    return adoptId === undefined ? [] : [violation("This key was adopted.", { path: "adoptId" })];
  },
  example: {
    failing: 'new ApiKey("reports", { type: "publishable", adoptId: "key_123" });',
    passing: 'new ApiKey("reports", { type: "publishable" });',
  },
});
\`\`\`

A pack serves it beside the rules of this package:

\`\`\`js
const { definePack, rules } = require("pulumi-payments/policy");
const { noAdoptedKeys } = require("./no-adopted-keys.ts");

definePack({ name: "our-rules", rules: [...rules, noAdoptedKeys] });
\`\`\`

\`npx pulumi-payments policy test --rules no-adopted-keys.ts\` runs the example of the rule: the failing program has to fail, the
passing one to pass. \`explain no-adopted-keys --rules no-adopted-keys.ts\` shows what your colleagues will read. On a Node before 22.18 compile
the file first.

\`testPolicy\` judges arguments without an engine:

\`\`\`ts
import { notYetKnown, rules, testPolicy } from "pulumi-payments/policy";

for (const rule of rules.filter(({ name }) => name === "no-wildcard-scope")) {
  testPolicy(rule, { type: "secret", scopes: ["*"] }).expectViolation(/every scope/);
  testPolicy(rule, { type: "secret", scopes: [notYetKnown] }).expectUndetermined();
  testPolicy(rule, { type: "secret", scopes: ["accounts:read"] }).expectNone();
}
\`\`\`

An organisation that publishes packs puts such a file into a folder with PulumiPolicy.yaml (\`runtime: nodejs\`) and publishes that.
Beside policies made with \`@pulumi/policy\`, \`policies\` of the same import gives our rules in that SDK's form, with less: it tells
neither what is secret nor the stack's configuration, and has no presets and exemptions.`.split("\n");

/** Rules that were thought of and are not there. */
const leftOut = [
  {
    idea: "Scopes are sorted, each once",
    why: "The provider sorts them before any policy sees them, so there is nothing to find and nothing to mend.",
  },
  {
    idea: "A publishable key names no scopes (no-scope-on-publishable)",
    why: "The provider refuses `scopes` and `delegatedScopes` on one before any policy sees it, since the service ignores them.",
  },
  {
    idea: "No two resources adopt one key",
    why: "The provider refuses the second one of a stack, and two ApplePayDomainScopes or WebhookEndpoints of one id as well; what other stacks hold no policy can see.",
  },
];

module.exports = { aboutPolicy, leftOut };
