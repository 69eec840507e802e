import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readStateFile, stateFilesIn } from "../../../drift/collect/from-state-files";
import { held, urnOf } from "../looks";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-states-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const root = (project: string, stack: string) => ({
  urn: `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`,
  type: "pulumi:pulumi:Stack",
});
const write = (name: string, resources: object[] | undefined, space?: number): void =>
  writeFileSync(join(folder, name), JSON.stringify({ version: 3, deployment: { resources } }, null, space));

test("each file is known by the project and the stack in its state, however it is laid out, and one without resources by its name", () => {
  write("b.json", [root("shop", "prod"), held("ci")]);
  write("a.json", [root("billing", "dev")], 4);
  write("empty.json", undefined);
  writeFileSync(join(folder, "notes.txt"), "no state");
  const label = { folder: "." };
  expect(stateFilesIn(folder)).toEqual([
    { stack: { project: "billing", name: "dev", ...label }, file: join(folder, "a.json") },
    { stack: { project: "shop", name: "prod", ...label }, file: join(folder, "b.json") },
    { stack: { project: expect.any(String), name: "empty", ...label }, file: join(folder, "empty.json") },
  ]);
});

test("whatever names a project and a stack have, both are read from the file", () => {
  // As Pulumi allows them, and what a program may put beside them.
  const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/);
  fc.assert(
    fc.property(name, name, fc.string(), (project, stack, text) => {
      write("state.json", [{ ...root(project, stack), inputs: { text } }]);
      expect(stateFilesIn(folder)).toMatchObject([{ stack: { project, name: stack } }]);
    }),
    { numRuns: 100 },
  );
});

test("only resources of this package are read, in their order, and what is encrypted stays so", async () => {
  write("state.json", [root("shop", "prod"), held("ci"), { ...held("other"), type: "aws:s3:Bucket" }, held("web")]);
  expect(await readStateFile(join(folder, "state.json"))).toMatchObject([
    { urn: urnOf("ApiKey", "ci") },
    { urn: urnOf("ApiKey", "web") },
  ]);
});

test("a folder without states, and two files of one stack, are refused with their names", () => {
  expect(() => stateFilesIn(folder)).toThrow(`${folder} holds no exported state (*.json)`);
  write("a.json", [root("shop", "prod")]);
  write("b.json", [root("shop", "prod")]);
  expect(() => stateFilesIn(folder)).toThrow("a.json and b.json in");
});

test("a file that is no state says so with its name", async () => {
  const file = join(folder, "cut.json");
  writeFileSync(file, '{"version": 3, "deploy');
  await expect(readStateFile(file)).rejects.toThrow(`${file} is not JSON`);
  writeFileSync(file, "[]");
  await expect(readStateFile(file)).rejects.toThrow("has a form that is not known here");
});
