import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { shellWord } from "../../../provider/text/shell-word";

test("a plain id stays as it is", () => {
  for (const id of ["key_1", "key-1.a:b@c", "17"]) expect(shellWord(id)).toBe(id);
});

test("whatever an id holds, a shell reads one word that is the id", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ minLength: 1 }).filter((text) => !text.includes("\0")),
        { maxLength: 20 },
      ),
      (ids) => {
        const line = ["printf '%s\\0'", ...ids.map(shellWord), "end"].join(" ");
        const read = execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\0");
        expect(read.slice(0, -2)).toEqual(ids.map((id) => Buffer.from(id).toString()));
      },
    ),
    { numRuns: 30 },
  );
});

test("a command in an id is not run, and an option in an id is not an option", () => {
  for (const id of ["$(touch x)", "`id`", "a; b", "a'b", "a\nb", "", "*"])
    expect(execFileSync("sh", ["-c", `printf '%s' ${shellWord(id)}`], { encoding: "utf8" })).toBe(id);
  expect(shellWord("--delete-all")).toBe("'--delete-all'");
});
