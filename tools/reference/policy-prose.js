/** The policy page before its table. */
const aboutPolicy =
  `Rules about keys, endpoints and Apple Pay scopes that the engine checks in \`pulumi preview\` and \`pulumi up\`. You install
nothing besides this package. This page is generated from the rules by \`npm run generate\`.

\`\`\`bash
pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"
pulumi policy analyze --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"   # the deployed state
npx pulumi-payments drift --all --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"   # many stacks, beside their drift
\`\`\`

The path is absolute because the engine starts the pack in the folder of the program. With a language host that runs packs
from folders, as Pulumi's releases have, \`--policy-pack node_modules/pulumi-payments\` is the same pack. If the engine answers
\`could not read plugin [node_modules/pulumi-payments]: not supported\`, its language host is an older one: name the executable, as above.
\`npx pulumi-payments policy list\`, \`explain <rule>\`, \`check-config <file>\` and \`test\` work without an engine.

## Levels and presets

| Level | A violation |
|---|---|
| \`mandatory\` | fails the run, exit code 1; in \`up\` the resource is not created or updated |
| \`advisory\` | is reported |
| \`remediate\` | is fixed and reported under Policies if the rule can fix it; the rest is mandatory |
| \`disabled\` | is not checked |

| Preset | Levels |
|---|---|
| \`recommended\` | those of the table below |
| \`strict\` | mandatory, except for rules that can only guess |
| \`audit\` | everything is reported, nothing fails |

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

\`"all"\` sets the level of every rule that has no level of its own, disabled ones included: \`{ "all": "advisory",
"no-wildcard-scope": "mandatory" }\`. It takes only a level, and presets then have no effect. With
\`"all": "remediate"\` rules that can't remediate are mandatory.

The level of a rule takes precedence over \`PAYMENTS_POLICY_PRESET\`, then the preset of the file, then the pack's own.
In \`pulumi policy analyze\` the engine reports no difference between a level that equals the rule's own and none. There a preset
takes precedence over such a level; in \`preview\` and \`up\` it does not.
A misspelled rule, property, level or preset stops the run, and the message suggests the closest name. (The engine itself refuses a
misspelled rule with properties and no level, as \`invalid enforcement level ""\`. \`npx pulumi-payments policy check-config\`
names it.)

## Exemptions

An exemption allows violations of one rule for the resources whose logical name or URN matches its \`name\` or \`urn\`, with the
wildcards \`*\` and \`?\`. It needs a reason, an owner and a last day. Each allowed violation is listed as \`Exempt until <day>\`,
with reason and owner. After the last day (UTC) the violation counts again, and its message says when the exemption expired. An
exemption that no violation needed is reported at the end.

## Unknown values

In a preview some values are not known. A rule that needs one reports \`Undetermined until up\`, which is advisory, and checks
the rest: an unknown scope does not hide a \`*\` beside it. In \`up\` a resource rule is checked again right before the resource is
created or updated, so a violation prevents that. A rule about the whole stack sees such a value only at the end of \`up\`. It then
fails the run, and the message says that the resources already exist.

## Secrets

A rule never sees the value of a key. Every text that the engine marked as a secret is removed from messages, including those of
rules that throw. A rule that throws or returns anything other than findings stops the run, and the message names it.

## Rules of your own

A rule is a plain object. A pack is a file that ends with \`definePack\`. A whole example is in
[examples/policy](../examples/policy/README.md).

\`\`\`ts
// no-adopted-keys.ts
import { notYetKnown, resourceRule, undetermined, violation } from "pulumi-payments/policy";

export const noAdoptedKeys = resourceRule({
  name: "no-adopted-keys",
  title: "The program creates its keys.",
  why: "The creator of an adopted key has seen its value.",
  fix: "Remove adoptId, so that the program creates a key.",
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

\`npx pulumi-payments policy test --rules no-adopted-keys.ts\` runs the example of the rule: the failing program must fail, and the
passing one must pass. \`explain no-adopted-keys --rules no-adopted-keys.ts\` shows what your colleagues will read. Before Node 22.18,
compile the file first.

\`testPolicy\` checks arguments without an engine:

\`\`\`ts
import { notYetKnown, rules, testPolicy } from "pulumi-payments/policy";

for (const rule of rules.filter(({ name }) => name === "no-wildcard-scope")) {
  testPolicy(rule, { type: "secret", scopes: ["*"] }).expectViolation(/every scope/);
  testPolicy(rule, { type: "secret", scopes: [notYetKnown] }).expectUndetermined();
  testPolicy(rule, { type: "secret", scopes: ["accounts:read"] }).expectNone();
}
\`\`\`

To publish a pack in your organization, put such a file into a folder with PulumiPolicy.yaml (\`runtime: nodejs\`) and publish the
folder. To combine our rules with policies made with \`@pulumi/policy\`, import \`policies\`: our rules in that SDK's form. That SDK
reports neither what is secret nor the stack's configuration, and has no presets and exemptions.`.split("\n");

/** Rules that were considered and left out. */
const leftOut = [
  {
    idea: "Scopes are sorted, each once",
    why: "The provider sorts them before any policy sees them, so there is nothing to find.",
  },
  {
    idea: "A publishable key names no scopes (no-scope-on-publishable)",
    why: "The provider refuses `scopes` and `delegatedScopes` on one before any policy sees it, because the service ignores them.",
  },
  {
    idea: "No two resources adopt one key",
    why: "The provider refuses the second one of a stack, and two ApplePayDomainScopes or WebhookEndpoints of one id as well; a policy can't see other stacks.",
  },
];

module.exports = { aboutPolicy, leftOut };
