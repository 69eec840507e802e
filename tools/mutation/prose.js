/** Properties with words for people; that they are there, in whole sentences, is tested apart. */
const forPeople = new Set(["title", "why", "fix", "notes", "description", "example"]);

/**
 * A plugin of Stryker: words that decide nothing are not mutated, since each mutant would only show once more that a
 * sentence is asked for.
 */
const prose = {
  /** @param {{ node: any, parent: any }} path */
  shouldIgnore({ node, parent }) {
    const isWords = node.type === "ObjectProperty" && forPeople.has(node.key.name) && isData(node.value);
    // Of a schema's property: its description.
    const isMeta = node.type === "ObjectExpression" && parent.callee?.property?.name === "meta";
    return isWords || isMeta ? "These are words for people." : undefined;
  },
};

/**
 * Whether it is written down as it is, and nothing is decided in it.
 * @param {any} node
 * @returns {boolean}
 */
function isData(node) {
  if (node.type === "TemplateLiteral") return node.expressions.length === 0;
  if (node.type === "ArrayExpression") return node.elements.every(isData);
  if (node.type === "ObjectExpression")
    return node.properties.every(
      (/** @type {any} */ property) => property.value !== undefined && isData(property.value),
    );
  return /^(String|Numeric|Boolean|Null)Literal$/.test(node.type);
}

const strykerPlugins = [{ kind: "Ignore", name: "prose", value: prose }];
module.exports = { strykerPlugins };
