import { delegationProblem } from "../../../provider/text/delegation";

const shop = { className: "ApiKey", name: "shop", scopes: ["accounts:read"] } as const;

test("a key that delegates the namespace has no problem, whatever else it delegates", () => {
  expect(delegationProblem({ ...shop, delegatedScopes: ["accounts", "apple_pay_domains"] })).toBeUndefined();
});

test("a key that delegates nothing is told the line to add", () => {
  const problem = delegationProblem(shop);
  expect(problem).toMatch(/^ApiKey "shop" does not delegate the namespace apple_pay_domains, /);
  expect(problem).toMatch(/ Add delegatedScopes: \["apple_pay_domains"\] to the ApiKey\.$/);
});

test("the line keeps what the key delegates already, corrects a typo, and names the scopes to remove", () => {
  const problem = delegationProblem({
    ...shop,
    scopes: ["accounts:read", "apple_pay_domains:read"],
    delegatedScopes: ["payouts", "apple_pay_domain"],
  });
  expect(problem).toContain(
    'Add delegatedScopes: ["payouts", "apple_pay_domains"] to the ApiKey, in place of "apple_pay_domain", and remove "apple_pay_domains:read" from its scopes.',
  );
});

test("a rotation can't delegate, so it is told to declare the scopes itself", () => {
  expect(delegationProblem({ className: "RotatingApiKey", name: "billing" })).toMatch(
    /manages every scope of its keys, .* Name the apple_pay_domains scopes in the scopes of the RotatingApiKey/,
  );
});
