/**
 * The help of every command, as the command prints it.
 * @param {import("../../cli/command-line.js").CommandLine} root with all commands
 */
function helpPage(root) {
  // The sandbox is a package of its own, and answers for itself.
  const ours = root.commands.filter((command) => command.description() !== "");
  const all = ours.flatMap((command) => [command, ...command.commands]);
  const parts = all.map((command) => `## \`${pathOf(command)}\`\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`);
  return [
    "# Help of every command\n",
    "What each command prints with `--help`. [Commands](README.md) says in one line each what they are for.\n",
    ...parts,
  ].join("\n");
}

/** @param {import("commander").Command} command @returns {string} */
function pathOf(command) {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** @param {import("commander").Command} command */
function helpOf(command) {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

module.exports = { helpPage };
