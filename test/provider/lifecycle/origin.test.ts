import fc from "fast-check";
import type { Connection } from "../../../provider/configuration/connection";
import { checkOrigin } from "../../../provider/lifecycle/origin";
import type { Origin } from "../../../provider/lifecycle/state";
import { complete, configurationOf } from "../configuration/support";

const connection = configurationOf({ ...complete, "payments:environment": "sandbox" }).main as Connection;
const origin: Origin = { serviceUrl: "https://payments.example.com", environment: "sandbox", accountId: "acct_main" };
const elsewhere: Origin = { ...origin, serviceUrl: "https://old.example.com" };

const whyOf = (state: Origin, relocates?: { from: string; to: string }, named?: boolean): string => {
  const judged = checkOrigin(state, connection, relocates, { accountNamed: named ?? false });
  return judged.verdict === "refused" ? judged.why : judged.verdict;
};

test("state of this service, environment and account is at home, in any spelling of the address", () => {
  expect(whyOf(origin)).toBe("same");
  for (const serviceUrl of ["https://payments.example.com/", "https://PAYMENTS.example.com:443/v1"]) {
    expect(whyOf({ ...origin, serviceUrl })).toBe("same");
  }
});

test("state that says nothing of a part is not contradicted by it", () => {
  expect(whyOf({})).toBe("same");
});

test("another service is refused with both ways out, printed to be copied", () => {
  const why = whyOf(elsewhere);
  expect(why).toContain("nothing was read or changed");
  expect(why).toContain("PAYMENTS_REHOME=https://old.example.com=https://payments.example.com");
  expect(why).toContain("pulumi state delete");
});

test("another environment or account is refused, and not with the way for a service that moved", () => {
  for (const state of [
    { ...origin, environment: "production" },
    { ...origin, accountId: "acct_other" },
  ]) {
    expect(whyOf(state)).toContain("refused");
    expect(whyOf(state)).not.toContain("PAYMENTS_REHOME");
  }
});

test("every contradiction is told at once", () => {
  const why = whyOf({ serviceUrl: "https://old.example.com", environment: "production", accountId: "acct_other" });
  expect(why).toMatch(/acct_other.*production.*old\.example\.com/s);
});

test("an account that the resource names is not compared with the configuration's", () => {
  expect(whyOf({ ...origin, accountId: "acct_other", accountNamed: true })).toBe("same");
  expect(whyOf({ ...origin, accountId: "acct_other" }, undefined, true)).toBe("same");
});

test("what is read or deleted is judged without the program: only state tells whether an account was named", () => {
  const other = { ...origin, accountId: "acct_other" };
  expect(checkOrigin(other, connection, undefined)).toMatchObject({ verdict: "refused" });
  expect(checkOrigin({ ...other, accountNamed: true }, connection, undefined)).toEqual({ verdict: "same" });
});

test("a configuration that names no environment contradicts none", () => {
  const { environment: _, ...unnamed } = connection;
  expect(checkOrigin({ ...origin, environment: "production" }, unnamed as Connection, undefined)).toEqual({
    verdict: "same",
  });
});

test("a refusal is told whole: each contradiction, and the ways on that fit", () => {
  const refused = (problems: string, ways: string, ...lines: string[]): string =>
    [
      `refused, and nothing was read or changed: ${problems}.${ways} Configure this stack for what its state records:`,
      ...lines.map((line) => `    pulumi config set payments:${line}`),
    ].join("\n");
  expect(whyOf({ ...origin, accountId: "acct_other", environment: "production" })).toBe(
    refused(
      "state records account acct_other, the configuration says acct_main; state records environment production, the configuration says sandbox",
      "",
      "accountId acct_other",
      "environment production",
    ),
  );
  expect(whyOf(elsewhere)).toBe(
    refused(
      "state records the service https://old.example.com, the configuration says https://payments.example.com",
      " If the service moved to a new address with its keys, run once with PAYMENTS_REHOME=https://old.example.com=https://payments.example.com. If the old service is gone for good, remove the resource with 'pulumi state delete'.",
      "baseUrl 'https://old.example.com'",
    ),
  );
});

describe("a move", () => {
  const relocates = { from: "https://old.example.com/", to: "https://payments.example.com/v1" };

  test("that was announced with both addresses is accepted for looking", () => {
    expect(whyOf(elsewhere, relocates)).toBe("relocated");
  });

  test("changes nothing for state that is here already", () => {
    expect(whyOf(origin, relocates)).toBe("same");
  });

  test("excuses no other account and no other environment", () => {
    expect(whyOf({ ...elsewhere, accountId: "acct_other" }, relocates)).toContain("refused");
    expect(whyOf({ ...elsewhere, environment: "production" }, relocates)).toContain("refused");
  });

  test("is accepted only from exactly the address in state to exactly the configured one", () => {
    const address = fc.constantFrom("https://old.example.com", "https://payments.example.com", "https://x.example.com");
    fc.assert(
      fc.property(address, address, address, (from, to, serviceUrl) => {
        const judged = checkOrigin({ serviceUrl }, connection, { from, to });
        const here = serviceUrl === "https://payments.example.com";
        const announced = from === serviceUrl && to === "https://payments.example.com";
        expect(judged.verdict).toBe(here ? "same" : announced ? "relocated" : "refused");
      }),
    );
  });
});
