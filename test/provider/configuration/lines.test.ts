import fc from "fast-check";
import { likelyServiceUrl, normaliseServiceUrl } from "../../../provider/api/service-url";
import { complete, problemsOf } from "./support";

const example = "https://payments.example.com";
const fixes = (config: Record<string, string>, environment: Record<string, string> = {}) =>
  problemsOf(config, environment).map(({ path, fix }) => [path, fix]);

describe("the line that corrects an address", () => {
  test.each([
    ["api.shop.example", "https://api.shop.example"],
    ["api.shop.example/v1/", "https://api.shop.example"],
    ["127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["localhost:4010", "http://localhost:4010"],
    ["https//api.shop.example", "https://api.shop.example"],
    ["htps://Api.Shop.example/base", "https://api.shop.example/base"],
    ["http://127.0.0.1:4010/#token=abc", "http://127.0.0.1:4010"],
    ["https://api.shop.example?x=1", "https://api.shop.example"],
  ])("of %s holds the user's own address, corrected", (baseUrl, corrected) => {
    expect(fixes({ ...complete, "payments:baseUrl": baseUrl })).toEqual([
      ["payments:baseUrl", `pulumi config set payments:baseUrl ${corrected}`],
    ]);
    const profiles = JSON.stringify({ eu: { baseUrl, accountId: "acct_eu", apiKey: "sk_of_eu_0123456789" } });
    expect(fixes({ ...complete, "payments:profiles": profiles })).toEqual([
      ["payments:profiles.eu.baseUrl", `pulumi config set --path 'payments:profiles["eu"].baseUrl' ${corrected}`],
    ]);
  });

  test("of a variable sets the variable", () => {
    const { "payments:baseUrl": _, ...rest } = complete;
    expect(fixes(rest, { PAYMENTS_BASE_URL: "127.0.0.1:4010" })).toContainEqual([
      "PAYMENTS_BASE_URL",
      "export PAYMENTS_BASE_URL=http://127.0.0.1:4010",
    ]);
  });

  test.each([
    "sk_live_0123456789abcdef",
    "eyJhbGciOi.eyJzdWIiOi.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "https://user:hunter2@api.shop.example/#x",
    "https://api.shop.example/$(id)?x",
    "???",
  ])("of %s is the example: it may hold a credential, or words of a shell", (baseUrl) => {
    expect(fixes({ ...complete, "payments:baseUrl": baseUrl })).toContainEqual([
      "payments:baseUrl",
      `pulumi config set payments:baseUrl ${example}`,
    ]);
  });

  test("holds an address that is accepted, and no character that a shell would obey", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (given) => {
        const likely = likelyServiceUrl(given);
        if (likely === undefined) return;
        expect(normaliseServiceUrl(likely)).toBe(likely);
        expect(likely).toMatch(/^https?:\/\/[\w.:/~[\]-]+$/);
      }),
    );
  });
});
