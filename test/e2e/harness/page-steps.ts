import { delimiter } from "node:path";
import { pinnedNodeFolder } from "../../../tools/set-up/pinned-node.js";
import { outsideEnvironment } from "../../../tools/set-up/places.js";

/** What a page tells its reader to do, in its order. */
export type Step = { file: string; contents: string } | { command: string; output: string };

/** Files to save, named in the words before them, and commands with what they print. */
export function stepsOf(text: string): Step[] {
  return [...text.matchAll(/(?:Save this as `([^`]+)`[^`]*)?^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
    ([, file, language = "", code = ""]): Step[] => {
      if (language !== "console") return [{ file: file ?? `a block of ${language} without a name`, contents: code }];
      const [, ...commands] = code.split(/^\$ /m);
      return commands.map((one) => {
        const [command = "", ...output] = one.split("\n");
        return { command, output: output.join("\n") };
      });
    },
  );
}

/** Ids differ from run to run, but the same one must stand in the same places: each is replaced by when it came first. */
export function numbered(text: string): string {
  const ids: string[] = [];
  return text.replace(/\b[a-z]+_[0-9a-f]{16}\b/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `<id ${ids.indexOf(id) + 1}>`;
  });
}

/** npm uses what it has fetched before, and runs nothing of it. */
export const npmOfNewUser = {
  npm_config_prefer_offline: "true",
  npm_config_ignore_scripts: "true",
  npm_config_audit: "false",
};

/** The environment of somebody who has the pinned Node and nothing of this checkout. */
export function newUser(): NodeJS.ProcessEnv {
  const outside = outsideEnvironment();
  return { ...outside, PATH: [pinnedNodeFolder, outside.PATH].join(delimiter), ...npmOfNewUser };
}
