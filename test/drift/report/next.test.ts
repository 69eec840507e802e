import { unmanagedIn } from "../../../drift/classify/accounts";
import { type Tier, tierNames } from "../../../drift/classify/tiers";
import { commandsOf, nextFor } from "../../../drift/report/next";
import type { Finding } from "../../../drift/report/report";
import { changed } from "../reports";

const root = { project: "shop", name: "dev", folder: "." };
const { stack: _, urn: __, ...ofAccount } = changed;
const unmanaged = (stack?: Finding["stack"]): Finding =>
  unmanagedIn([
    {
      serviceUrl: "https://payments.example.com",
      accountId: "acct_1",
      listedBy: stack === undefined ? [] : [stack],
      keys: 1,
      managedElsewhere: 0,
      unclaimed: [{ id: "key_9", name: "hand made", type: "secret", scopes: ["*"] }],
    },
  ])[0]!;

test.each([
  [root, "npx pulumi-payments keys --stack dev --adopt-code key_9"],
  [changed.stack, "npx pulumi-payments keys --stack dev --cwd infra/shop --adopt-code key_9"],
  [undefined, "npx pulumi-payments keys --adopt-code key_9"],
])(
  "the next step of an unmanaged key is a whole command, with its id and a stack that lists it (%j)",
  (stack, command) => {
    const finding = unmanaged(stack);
    expect(finding.next).toBe(`${command} prints the code that adopts it; or delete it in the dashboard`);
    expect(commandsOf(finding, stack)).toEqual([command]);
  },
);

test("the first command to copy is the one that the next step names, whatever the finding", () => {
  const own: Tier[] = ["accepted", "violation", "advisory", "unmanaged"];
  for (const tier of tierNames.filter((each) => !own.includes(each))) {
    const finding = { ...changed, tier, next: nextFor({ ...changed, tier }) };
    const [first, second] = commandsOf(finding);
    expect(finding.next).toContain(first);
    expect(first).toBe(`pulumi ${tier === "undetermined" ? "preview" : "up"} --stack dev --cwd infra/shop`);
    expect(second).toMatch(/^npx pulumi-payments explain /);
  }
});

test("no up is offered where the next step is none, and nothing is recommended for what was accepted", () => {
  const gone = { ...changed, tier: "gone", restore: "make it in the dashboard and declare its id" } as const;
  expect(nextFor(gone)).toBe("make it in the dashboard and declare its id; or remove it from the program");
  expect(commandsOf({ ...gone, next: nextFor(gone) })).toEqual([
    expect.stringMatching(/^npx pulumi-payments explain /),
  ]);
  const accepted = { tier: "changed", reason: "incident", owner: "ops", expires: "2030-02-01" } as const;
  const finding: Finding = { ...changed, tier: "accepted", next: nextFor(changed), accepted };
  expect(commandsOf(finding)).toEqual([expect.stringMatching(/^npx pulumi-payments explain /)]);
});

test("of a policy finding the rule's explanation is what can be copied", () => {
  const policy = { pack: "ours", rule: "no-wildcard-scope", level: "mandatory", outcome: "violation" } as const;
  const next =
    "change the program as the text says; npx pulumi-payments policy explain no-wildcard-scope shows one that passes";
  expect(commandsOf({ ...changed, tier: "violation", policy, next })).toEqual([
    "npx pulumi-payments policy explain no-wildcard-scope",
  ]);
  expect(commandsOf({ ...changed, tier: "violation", policy, next: "change the program" })).toEqual([]);
});

test("words that a shell would split are quoted", () => {
  const stack = { ...root, folder: "our shop/it's" };
  expect(nextFor({ ...changed, stack })).toMatch(/^pulumi up --stack dev --cwd 'our shop\/it'\\''s' puts back/);
  expect(commandsOf({ ...ofAccount, next: "" })).toEqual([]);
});
