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

/** What names the object of an error: an id, a value that is put in, or a setting, variable, option or package by its name. */
const objects =
  /[…¶]|\b(?:acct|key|we)_\w|\bthe (?:service address|configuration|selected stack)\b|\bpayments:\w+|\b[A-Z]+(?:_[A-Z]+)+\b|--[a-z]|@pulumi\/\w+|\bpulumi-payments\b|\b[a-z]+[A-Z]\w+/;

/** Words that an instruction begins with. */
const verbs =
  "Add|Ask|Change|Check|Choose|Compare|Configure|Contact|Copy|Correct|Create|Declare|Delete|Disable|Export|Fix|Follow|Give|Import|Install|Join|Keep|Leave|List|Look|Make|Move|Name|Pass|Put|Read|Refresh|Remove|Rename|Replace|Report|Resolve|Restart|Rotate|Run|Say|Set|Start|Supply|Take|Try|Unset|Use|Wait|Write";
/** A condition or a purpose that may come before the instruction. */
const before =
  "(?:(?:After|Before|For|If|In|Once|To|Until|When|Where|With|Without)\\b[^.]*?[,:] |(?:Either|First|Or|Otherwise|Then),? )?";
const instruction = new RegExp(`^${before}(?:${verbs}|${verbs.toLowerCase()})\\b`);
/** The beginning of a line or sentence of its own that can be copied. */
const command = /^(?:cd|chmod|export|npm|npx|pulumi|unset|[A-Z]+(?:_[A-Z]+)+=\S+ pulumi)\s/;

/**
 * What an error lacks of its four parts: the object that it is about, and what to do next. What happened, and why, no rule can
 * tell from other words. Pure.
 * @param {string} text as errors.js lists it: `…` stands for a value, `¶` for a part that is listed where it is made
 * @returns {string[]}
 */
function lacks(text) {
  const isNext = (/** @type {string} */ sentence) =>
    (instruction.test(sentence) && /^[A-Z]/.test(sentence)) ||
    command.test(sentence) ||
    /\bmust (?:not )?\w/.test(sentence);
  const sentences = text
    .split(/(?<=[.:?!])\s+|(?<=[…¶])\s*(?=[A-Z])|\n\s*(?:- )?/)
    .map((sentence) => sentence.replace(/^['"(]/, ""));
  return [
    ...(objects.test(text) ? [] : ["the object that it is about"]),
    ...(sentences.some(isNext) || /\bDid you mean\b|¶$/.test(text) ? [] : ["what to do next"]),
  ];
}

module.exports = { breaches, lacks, rules };
