const { notYetKnown, resourceRule, undetermined, violation } = require("pulumi-payments/policy");

/** A rule of this repository: names of keys begin with the shop. */
const shopNames = resourceRule({
  name: "shop-names",
  title: "The name of a key begins with shop-.",
  why: "Several teams share the account, and the list of keys is sorted by nothing else.",
  fix: 'Give the key a name such as "shop-reports".',
  level: "advisory",
  looksAt: ["ApiKey"],

  check({ props: { name } }) {
    if (name === notYetKnown) return [undetermined("name")];
    if (typeof name === "string" && name.startsWith("shop-")) return [];
    return [
      violation(name === undefined ? "This key has no name of its own." : `This key is named ${name}.`, {
        path: "name",
      }),
    ];
  },

  example: {
    failing: 'new ApiKey("reports", { type: "publishable" });',
    passing: 'new ApiKey("reports", { type: "publishable", name: "shop-page" });',
  },
});

module.exports = { shopNames };
