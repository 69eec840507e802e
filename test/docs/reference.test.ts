import { spawnSync } from "node:child_process";
import { resources } from "../../provider/resources/registry";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { root } from "../structure/repository";
import { pageAt } from "./pages";

test("the generated types and pages are what the schemas say", () => {
  const { status, stderr } = spawnSync(pinnedNode, ["tools/generate.js", "--check"], { cwd: root, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each(Object.values(resources))(
  "$className has a page with every argument and output",
  ({ className, args, outputs }) => {
    const file = className.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    const { text } = pageAt(`docs/reference/resources/${file}.md`);
    for (const name of [...Object.keys(args.shape), ...Object.keys(outputs.shape)])
      expect(text).toContain(`| \`${name}\` |`);
  },
);
