/** The page of the policy rules before its table. */
const aboutPolicy =
  `The rules of the policy pack, which the engine checks in \`pulumi preview\` and \`pulumi up\`. [Enforce policies](../how-to/enforce-policies.md)
shows how to run it, set levels, exempt resources and write rules.

<!-- npm run generate makes this page from the rules. -->

## Levels and presets

| Level | A violation |
|---|---|
| \`mandatory\` | fails the run, exit code 1; in \`up\` the resource is not created or updated |
| \`advisory\` | is reported |
| \`remediate\` | is fixed and reported under Policies if the rule can fix it; the rest is mandatory |
| \`disabled\` | is not checked |

| Preset | Levels |
|---|---|
| \`recommended\` | those of [the table of rules](#all-rules) |
| \`strict\` | mandatory, except for rules that can only guess |
| \`audit\` | everything is reported, nothing fails |

\`"all"\` sets the level of every rule that has no level of its own, disabled ones included: \`{ "all": "advisory",
"no-wildcard-scope": "mandatory" }\`. It takes only a level, and presets then have no effect. With \`"all": "remediate"\`, rules
that can't remediate are mandatory.

The level of a rule takes precedence over \`PAYMENTS_POLICY_PRESET\`, then the preset of the file, then the pack's own. In
\`pulumi policy analyze\` the engine does not tell a level that equals the rule's own from no level. There, a preset takes precedence over
such a level. In \`preview\` and \`up\` it does not.

## Unknown values

In a preview some values are not known. A rule that needs one reports \`Undetermined until up\`, which is advisory, and checks the rest: an
unknown scope does not hide a \`*\` beside it. In \`up\` a resource rule is checked again right before the resource is created or updated, so a
violation prevents that. A rule about the whole stack sees such a value only at the end of \`up\`. It then fails the run, and the message
says that the resources already exist.

## Secrets

A rule never sees the value of a key. Every text that the engine marked as a secret is removed from messages, including those of rules that
throw. A rule that throws or returns anything other than findings stops the run, and the message names it.`.split("\n");

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
