import { commands } from "../../cli/commands";
import { fakePulumi } from "./fake-pulumi";
import { endAll, runIn } from "./process";

const fake = fakePulumi();
fake.set("prod", {});
fake.set("staging", {});
afterAll(fake.remove);
afterEach(endAll);

const taking = ["doctor", "orphans", "keys", "drift", "explain"];

test.each(taking)("%s refuses a stack that does not exist, and names the closest", async (name) => {
  const subject = name === "explain" ? ["ci"] : [];
  const { code, stdout, stderr } = await runIn(fake.environment, name, ...subject, "--stack", "prdo").ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^There is no stack prdo\. Did you mean "prod"\?\n/);
});

test("no other command takes a stack", async () => {
  const helps = await Promise.all(commands.map(({ name }) => runIn(fake.environment, name, "--help").ended));
  const names = commands.flatMap(({ name }, place) => (/^ {2}--stack <S> /m.test(helps[place]!.stdout) ? [name] : []));
  expect(names).toEqual(taking);
});

test("each unknown stack is named before anything is read, one without a close name with the way to list them", async () => {
  const { code, stderr } = await runIn(
    fake.environment,
    "keys",
    "--stack",
    "prod",
    "--stack",
    "x/y/stagin",
    "--stack",
    "q",
  ).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('There is no stack x/y/stagin. Did you mean "staging"?\n');
  expect(stderr).toContain("There is no stack q. Run 'pulumi stack ls' to list the stacks.\n");
  expect(stderr).not.toContain("stack prod");
});

test.each(["keys", "orphans", "doctor", "drift"])("%s refuses a folder that does not exist", async (name) => {
  const { code, stdout, stderr } = await runIn(fake.environment, name, "--stack", "prod", "--cwd", "nowhere").ended;
  expect([code, stdout, stderr]).toEqual([
    1,
    "",
    expect.stringMatching(/^There is no folder nowhere\. Name the folder of a project with --cwd\.\n/),
  ]);
});
