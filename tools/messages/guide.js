/**
 * What the guide to words forbids in a text for people, with what to write instead. A text that breaks one of these rules is one that a
 * reader stumbles over.
 */
const rules = [
  { found: /\bmisspelt\b/i, write: "misspelled" },
  { found: /\bmend(?:s|ed|ing)?\b/i, write: "fix" },
  { found: /\banew\b/i, write: "again, or recreate" },
  { found: /behind Pulumi's back/i, write: "outside Pulumi" },
  { found: /\botherwise than\b/i, write: "differs from" },
  { found: /\bwhose it is\b/i, write: "who manages it" },
  { found: /\bis (?:told|said)\b/i, write: "is reported" },
  {
    found: /(?<!there )\bis no (?:URL|address|number|list|object|id|text|file|folder|scope|key|name|word)\b/i,
    write: "is not a",
  },
  { found: /\bstands? alone\b/i, write: "cannot be combined" },
  { found: /\bbehaviour\b|\bcolour|\bhonour/i, write: "American spelling" },
  { found: /\bnobody's\b/i, write: "that does not exist, or of somebody else" },
  { found: /\bso that it be\b|\bis to be\b/i, write: "active voice" },
];

const MOST_WORDS = 25;

/**
 * What a text breaks of the guide. Pure.
 * @param {string} text
 * @returns {string[]}
 */
function breaches(text) {
  const broken = rules
    .filter(({ found }) => found.test(text))
    .map(({ found, write }) => `${found.exec(text)?.[0]}: write ${write}`);
  const longest = Math.max(...sentencesOf(text).map((sentence) => sentence.split(/\s+/).length));
  return longest > MOST_WORDS ? [...broken, `a sentence of ${longest} words`] : broken;
}

/** @param {string} text */
function sentencesOf(text) {
  return text.split(/(?<=[.:;!?])\s+/);
}

module.exports = { breaches, rules };
