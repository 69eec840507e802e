/**
 * The assumptions with what the sandbox does put in from where it is declared: the line "- Sandbox: …" of each assumption that is one of
 * the sandbox.
 * @param {string} page
 * @param {Readonly<Record<string, string>>} assumptions
 */
function assumptionsPage(page, assumptions) {
  return page
    .split(/^(?=### )/m)
    .map((section) => {
      const [, name = ""] = /^### `([a-z-]+)`/.exec(section) ?? [];
      const statement = assumptions[name];
      return statement === undefined ? section : section.replace(/^- Sandbox: .*$/m, () => `- Sandbox: ${statement}`);
    })
    .join("");
}

module.exports = { assumptionsPage };
