import { z } from "zod";
import { defineOperation } from "../http/operation";
import { accountSchema, listAccounts } from "../objects/accounts";
import { pageQuery, pageSchema, pageWindow, toPage } from "./page";

export const listAccountsOperation = defineOperation({
  method: "GET",
  path: "/v1/accounts",
  summary: "List the account in payments-account and, for a partner, the merchants connected to it",
  source: "Endpoints, Accounts; Authentication, rule 3",
  assumptions: ["account-list", "account-record", "scope-table", "default-limit", "strict-parameters"],
  scope: "accounts:read",
  keys: "secret",
  account: "any",
  status: 200,
  query: z.strictObject(pageQuery),
  response: pageSchema(accountSchema, "A page of accounts"),
  handle({ world, account, query }) {
    const window = pageWindow(world, query);
    return toPage(window, listAccounts(world, account, window.offset, window.limit));
  },
});
