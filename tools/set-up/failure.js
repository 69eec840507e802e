/**
 * A step that could not be done, told to a person: what failed, why, what to do next, and where its log is.
 */
class SetUpFailure extends Error {
  /** @param {{ what: string, why: string, todo: string, log?: string | undefined }} facts */
  constructor({ what, why, todo, log }) {
    super(`${what}: ${why}`);
    this.name = "SetUpFailure";
    this.what = what;
    this.why = why;
    this.todo = todo;
    this.log = log;
  }

  /** The failure as lines for a terminal. */
  describe() {
    const lines = [`Failed: ${this.what}`, `Why:    ${indentRest(this.why)}`, `To do:  ${indentRest(this.todo)}`];
    if (this.log !== undefined) lines.push(`Log:    ${this.log}`);
    return lines.join("\n");
  }
}

/** @param {string} text */
function indentRest(text) {
  return text.split("\n").join("\n        ");
}

/**
 * Prints any error the way its kind deserves and gives the exit code to end with.
 * @param {unknown} error
 * @returns {number}
 */
function reportFailure(error) {
  if (error instanceof SetUpFailure) console.error(`\n${error.describe()}`);
  else console.error(error);
  return 1;
}

module.exports = { SetUpFailure, reportFailure };
