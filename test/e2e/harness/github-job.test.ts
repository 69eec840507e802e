import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGithubJob } from "./github-job";

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "payments-job-"));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const github = { event_name: "schedule", ref: "refs/heads/main" };
const runSteps = (steps: string, condition = "github.event_name == 'schedule'") => {
  const workflow = `env:\n  OF_ALL: a\njobs:\n  one:\n    if: ${condition}\n    env:\n      OF_JOB: b\n    steps:\n${steps}`;
  return runGithubJob(workflow, "one", { workspace, env: process.env, contexts: { github, secrets: { KEY: "k" } } });
};

test("a step has the variables of the workflow, of the job and its own, with what their expressions stand for", async () => {
  const ran = await runSteps(
    `      - env:\n          OWN: \${{ secrets.KEY }} on \${{ github.ref }}\n        run: echo $OF_ALL $OF_JOB $OWN\n`,
  );
  expect(ran).toEqual({ exitCode: 0, log: "a b k on refs/heads/main\n", summary: "", artifacts: {} });
});

test("what a step puts out a later one can read, and the summary is kept", async () => {
  const ran = await runSteps(`      - id: first
        run: |
          echo "word=hello" >> "$GITHUB_OUTPUT"
          echo "# Summary" >> "$GITHUB_STEP_SUMMARY"
      - run: echo "\${{ steps.first.outputs.word }}"
`);
  expect(ran).toMatchObject({ exitCode: 0, log: "hello\n", summary: "# Summary\n" });
});

test("the first command that fails ends its step and the job", async () => {
  const ran = await runSteps("      - run: |\n          (exit 3)\n          echo never\n      - run: echo never\n");
  expect(ran).toMatchObject({ exitCode: 3, log: "" });
});

test("an artifact has the files of its folder; a folder that is not there is an error", async () => {
  const upload = "      - uses: actions/upload-artifact@v4\n        with: { name: drift, path: reports }\n";
  await expect(runSteps(upload)).rejects.toThrow("reports");
  mkdirSync(join(workspace, "reports"));
  writeFileSync(join(workspace, "reports", "drift.md"), "");
  expect(await runSteps(upload)).toMatchObject({ artifacts: { drift: ["drift.md"] } });
});

test.each([
  ["github.event_name != 'schedule'"],
  ["github.event_name == 'schedule' && github.ref == 'refs/heads/other'"],
])("a job is left out where its condition does not hold: %s", async (condition) => {
  expect(await runSteps("      - run: exit 1\n", condition)).toBeUndefined();
});

test.each([
  ["an action that nobody knows here", "      - uses: someone/action@v1\n", "someone/action@v1"],
  ["an expression that has no meaning here", `      - run: echo \${{ github.sha }}\n`, 'what "github.sha" is'],
  ["a secret that was not given", `      - run: echo \${{ secrets.OTHER }}\n`, 'what "secrets.OTHER" is'],
])("%s is an error, and never passed over", async (_, steps, message) => {
  await expect(runSteps(steps)).rejects.toThrow(message);
});

test("a condition of another form is an error", async () => {
  await expect(runSteps("      - run: echo\n", "failure()")).rejects.toThrow(
    'The condition "failure()" is not understood.',
  );
});
