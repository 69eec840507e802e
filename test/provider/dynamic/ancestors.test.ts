import { type Ancestor, engineAmong, isRefreshAsked } from "../../../provider/dynamic/ancestors";

const tree =
  (commands: string[]) =>
  (pid: number): Ancestor | undefined => {
    const command = commands[pid - 10];
    return command === undefined ? undefined : { pid, parentPid: pid + 1, command, args: [], ageMs: pid * 1_000 };
  };

test("the engine is the nearest process above that is pulumi itself", () => {
  expect(engineAmong(10, tree(["/bin/sh", "/opt/pulumi/pulumi", "bash"]))?.ageMs).toBe(11_000);
  expect(engineAmong(10, tree(["C:\\pulumi\\bin\\pulumi.exe"]))?.ageMs).toBe(10_000);
});

test("a plugin, a language host and a program of another name are not the engine", () => {
  expect(
    engineAmong(10, tree(["pulumi-resource-pulumi-nodejs", "/x/pulumi-language-nodejs", "my-pulumi"])),
  ).toBeUndefined();
  expect(engineAmong(10, tree([]))).toBeUndefined();
  expect(engineAmong(1, tree(["pulumi"]))).toBeUndefined();
});

test("one far above is another run's", () => {
  expect(engineAmong(10, tree(["a", "b", "c", "d", "pulumi"]))).toBeUndefined();
});

test.each([
  ["refresh --yes", true],
  ["--stack dev refresh", true],
  ["up --refresh --yes", true],
  ["preview -r", true],
  ["preview --refresh=true", true],
  ["preview --refresh=false", false],
  ["preview --expect-no-changes", false],
  ["up --yes --skip-preview", false],
  ["destroy", false],
])("the command 'pulumi %s' asks for a refresh: %s", (line, expected) => {
  expect(isRefreshAsked(() => ({ pid: 2, parentPid: 1, command: "pulumi", args: line.split(" "), ageMs: 0 }))).toBe(
    expected,
  );
});

test("where the engine can't be seen, nobody knows what it was asked", () => {
  expect(isRefreshAsked(() => undefined)).toBeUndefined();
});
