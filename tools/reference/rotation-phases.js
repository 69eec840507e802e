/**
 * What is known of a rotation at the moment of a run, as a person could tell it from the service and from state.
 * @typedef {object} RotationFacts
 * @property {boolean} currentLives
 * @property {boolean} hasRetiring state holds a retiring key
 * @property {boolean} retiringLives
 * @property {boolean} isDue by time
 * @property {"trigger" | "rotate" | "revoke" | undefined} asked
 * @property {boolean} isOverlapOver
 * @property {boolean} isQuiet the retiring key was not used since the hand-over, or not for long enough
 * @property {boolean} isForced this run's environment names the retiring key
 */

/**
 * A phase of a rotation. A test plays random histories against this table, and docs/reference/rotation-phases.md shows it.
 * @typedef {object} Phase
 * @property {string} name
 * @property {string} meaning for people
 * @property {(facts: RotationFacts) => boolean} when the first phase of the list that fits is the one
 * @property {"same" | "update"} preview what the engine counts
 * @property {string} shows a line that the preview holds; `<…>` stands for what differs
 * @property {string} up what `pulumi up` does
 * @property {readonly string[]} upLeadsTo the phases that a clean `up` may end in
 * @property {readonly (readonly [event: string, to: string])[]} otherwise what else leads out of it, for the picture
 */

/** @param {RotationFacts} facts */
const mayGo = ({ hasRetiring, retiringLives, isForced, asked, isOverlapOver, isQuiet }) =>
  hasRetiring && retiringLives && (isForced || asked === "revoke" || (isOverlapOver && isQuiet));

/** @param {RotationFacts} facts */
const stands = (facts) => facts.hasRetiring && facts.retiringLives && !mayGo(facts);

/** @type {readonly Phase[]} */
const rotationPhases = [
  {
    name: "current gone",
    meaning: "Somebody deleted the current key.",
    when: ({ currentLives }) => !currentLives,
    preview: "update",
    shows: 'drift: current of rotation of API keys <id> is "gone (<why>)", wanted <key>. A new key is created',
    up: "Makes a new key first of all. A retiring key stays for its overlap.",
    upLeadsTo: ["one key", "overlap", "in use"],
    otherwise: [],
  },
  {
    name: "waits",
    meaning: "A changed trigger or `PAYMENTS_ROTATE_NOW` asks for a new key, and two live already.",
    when: (facts) => facts.asked !== undefined && stands(facts),
    preview: "same",
    shows: "due: two keys exist already, so it rotates when the retiring key <key> is gone",
    up: "Nothing. With `PAYMENTS_FORCE=<id of the retiring key>` besides, or `PAYMENTS_REVOKE_NOW`, it does not wait.",
    upLeadsTo: ["overlap", "in use", "waits", "overdue"],
    otherwise: [],
  },
  {
    name: "asked",
    meaning: "A changed trigger, `PAYMENTS_ROTATE_NOW` or `PAYMENTS_REVOKE_NOW` asks for a new key.",
    when: ({ asked }) => asked !== undefined,
    preview: "update",
    shows: "due: <asked>: a new key is created and handed on",
    up: "Makes a new key and hands it on. The one before stays for its overlap; with `PAYMENTS_REVOKE_NOW` it is deleted too.",
    upLeadsTo: ["overlap", "one key"],
    otherwise: [],
  },
  {
    name: "retiring gone",
    meaning: "Somebody deleted the retiring key.",
    when: ({ hasRetiring, retiringLives }) => hasRetiring && !retiringLives,
    preview: "update",
    shows: "due: key <key> is gone already and leaves state",
    up: "Forgets it, and rotates if that is due.",
    upLeadsTo: ["one key", "overlap"],
    otherwise: [],
  },
  {
    name: "overlap over",
    meaning: "The overlap is over, and the retiring key is quiet.",
    when: mayGo,
    preview: "update",
    shows: "due: key <key> is deleted: <why>",
    up: "Deletes it, and rotates if that is due.",
    upLeadsTo: ["one key", "overlap"],
    otherwise: [["its value is used", "in use"]],
  },
  {
    name: "due",
    meaning: "The current key is as old as `everyDays` says.",
    when: ({ isDue, hasRetiring }) => isDue && !hasRetiring,
    preview: "update",
    shows: "due: a new key is created and handed on; the current key stays for its overlap",
    up: "Makes a new key and hands it on; the one before retires.",
    upLeadsTo: ["overlap"],
    otherwise: [],
  },
  {
    name: "overdue",
    meaning: "A rotation is due, and the retiring key still stands in its way.",
    when: ({ isDue }) => isDue,
    preview: "same",
    shows: "overdue by <time>: two keys exist already, so it rotates when the retiring key <key> is gone",
    up: "Nothing, until the retiring key is quiet.",
    upLeadsTo: ["overdue"],
    otherwise: [["quiet at last", "overlap over"]],
  },
  {
    name: "in use",
    meaning: "The overlap is over, and somebody used the retiring key since the hand-over.",
    when: (facts) => stands(facts) && facts.isOverlapOver,
    preview: "same",
    shows: "the retiring key <key> is still in use: last at <when>, after its successor was handed on",
    up: "Nothing, until the key is quiet.",
    upLeadsTo: ["in use"],
    otherwise: [
      ["quiet at last", "overlap over"],
      ["time", "overdue"],
    ],
  },
  {
    name: "overlap",
    meaning: "Two keys live: the current one, and the one before it.",
    when: stands,
    preview: "same",
    shows: "the retiring key <key> can be deleted in <time>",
    up: "Nothing.",
    upLeadsTo: ["overlap"],
    otherwise: [
      ["time, without a use", "overlap over"],
      ["time, with a use", "in use"],
      ["somebody deletes the retiring key", "retiring gone"],
    ],
  },
  {
    name: "one key",
    meaning: "The current key alone.",
    when: () => true,
    preview: "same",
    shows: "rotates in <time>",
    up: "Nothing.",
    upLeadsTo: ["one key"],
    otherwise: [
      ["time", "due"],
      ["asked for", "asked"],
      ["somebody deletes it", "current gone"],
    ],
  },
];

/** @param {RotationFacts} facts */
const phaseOf = (facts) => {
  const found = rotationPhases.find(({ when }) => when(facts));
  if (found === undefined) throw new Error("the last phase fits whatever is known");
  return found;
};

module.exports = { rotationPhases, phaseOf };
