/** What Pulumi prints of a step that goes on or went well: its findings and counts say it too. */
const leftOut = [
  /^@ /,
  /^(?:Previewing|Updating|Destroying|Refreshing)\b.*:$/,
  // A row of a resource; the lines under Diagnostics, and those of --diff, end otherwise.
  /^ [ +~<>=-]{1,3} ?(?:pulumi:pulumi:Stack|pulumi-nodejs:|payments:index:)(?!.*(?:\):|: \(\w+\))$)/,
  /^ +\[(?:urn|id|provider)[=:]/,
  /^Duration: /,
  /^The resources in the stack have been deleted/,
  /^If you want to remove the stack completely/,
];

/**
 * What a newcomer needs of the output of a Pulumi command: outputs, findings, differences, counts and errors. Pure.
 * @param {string} output
 */
function gist(output) {
  const lines = output.split("\n").map((line) => line.trimEnd());
  return lines
    .filter((line) => !leftOut.some((pattern) => pattern.test(line)))
    .join("\n")
    .replace(/\n{2,}/g, "\n")
    .replace(/^\n+|\n+$/g, "");
}

module.exports = { gist };
