import { rows, unreached } from "../e2e/secrets-sweep/rows";
import { sourcesUnder } from "./repository";
import { sinksOf } from "./sinks";

const product = ["provider", "sdk", "policy", "cli", "drift"];

/** Every place of the product in which text leaves the process, by what makes it fit to leave. */
const guarded: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "cli/replace-file.ts": { redact: 1 },
  "cli/terminal.ts": { outgoingText: 2, redact: 1 },
  "policy/executable.ts": { outgoing: 1 },
  "policy/wire/analyzer.ts": { outgoing: 2 },
  "provider/api/dependencies.ts": { outgoing: 1 },
  "provider/dynamic/logger.ts": { outgoing: 2 },
  "provider/report/private-folder.ts": { withoutSecrets: 1 },
  "provider/dynamic/runtime.ts": { outgoing: 1 },
  "provider/native/executable.ts": { outgoing: 1 },
  "provider/native/plugin.ts": { outgoing: 1 },
  "sdk/read.ts": { outgoing: 1 },
};

/** Those that write nothing of anybody else's, with the reason. What ends in … goes on. */
const exempt: Readonly<Record<string, readonly [code: string, reason: string][]>> = {
  "cli/init-ci.ts": [["writeFileSync(target, text, …", "a template of the package"]],
  "cli/keys/output.ts": [
    ["process.stdout.on(…", "listens for a reader that has gone"],
    ["process.stdout", "waits for a reader that is slow"],
  ],
  "policy/executable.ts": [["(isHelp ? process.stdout : process.stderr).write(help)", "a constant"]],
  "provider/report/shared-lists.ts": [["writeFileSync(…", "text in which withoutSecrets finds nothing"]],
  "sdk/apple-pay-domain-scopes.ts": [
    ["pulumi.log.warn(…", "a constant, with names and namespaces of the program itself"],
  ],
  "sdk/plain-credential.ts": [["pulumi.log.warn(line)", "a constant, with names of settings and of the stack"]],
  "policy/pack.ts": [["process.stdout.write(…", "a port, for the engine"]],
  "provider/native/executable.ts": [
    ["(isHelp ? process.stdout : process.stderr).write(help)", "a constant"],
    ["process.stdout.write(…", "a port, for the engine"],
  ],
  "provider/native/failure.ts": [["answer.setMessage(text)", "failureText made it fit to leave"]],
};

const all = product.flatMap(sourcesUnder).flatMap((file) => sinksOf(file));

test("everything that leaves the process goes through the functions of provider/text/outgoing.ts", () => {
  const counted: Record<string, Record<string, number>> = {};
  for (const { file, through } of all) {
    if (through === undefined) continue;
    counted[file] ??= {};
    counted[file][through] = (counted[file][through] ?? 0) + 1;
  }
  expect(counted).toEqual(guarded);
});

test("each of them is in a row of the sweep of planted secrets, or known to be reached by no command", () => {
  const swept = new Set([...rows.flatMap(({ sinks }) => sinks), ...Object.keys(unreached)]);
  expect([...swept].sort()).toEqual(Object.keys(guarded).sort());
});

test("what does not is known, and why", () => {
  const others = all.filter(({ through }) => through === undefined);
  const isCode = (known: string, code: string): boolean =>
    known.endsWith("…") ? code.startsWith(known.slice(0, -1)) : code === known;
  const unknown = others.filter(({ file, code }) => !(exempt[file] ?? []).some(([known]) => isCode(known, code)));
  expect(unknown).toEqual([]);
  const stale = Object.entries(exempt).flatMap(([file, known]) =>
    known.filter(([each]) => !others.some((sink) => sink.file === file && isCode(each, sink.code))),
  );
  expect(stale).toEqual([]);
});

test.each([
  ["process.stdout.write(name + text)", undefined],
  ["process.stdout.write(outgoing(name) + end)", "outgoing"],
  ["(bad ? process.stderr : process.stdout).write(text)", undefined],
  ["console.log(text)", undefined],
  ["console.error(outgoing(text))", "outgoing"],
  ["writeFileSync(file, text)", undefined],
  ["appendFileSync(file, JSON.stringify(withoutSecrets(record)))", "withoutSecrets"],
  ["fs.promises.writeFile(file, text)", undefined],
  ["createWriteStream(file)", undefined],
  ["pulumi.log.warn(text)", undefined],
  ["request.setMessage(line)", undefined],
  ["checkConfig({ out: process.stdout })", undefined],
])("%s is seen, and through what it writes", (code, through) => {
  expect(sinksOf("x.ts", code)).toEqual([expect.objectContaining({ file: "x.ts", through })]);
});

test.each(["print(text)", "format.write(text)", "read(process.stdin)", "lines.push(text)"])("%s is none", (code) => {
  expect(sinksOf("x.ts", code)).toEqual([]);
});
