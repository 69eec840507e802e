import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import createClient, { type Client } from "openapi-fetch";
import ts from "typescript";
import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";

const root = join(__dirname, "../../..");
let folder: string;
let sandbox: Harness;

beforeAll(async () => {
  sandbox = await start();
  // Below the repository, so that what is generated finds the packages that it imports.
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  folder = mkdtempSync(join(root, "node_modules/.cache/client-"));
  const generator = join(dirname(require.resolve("openapi-typescript/package.json")), "bin/cli.js");
  const document = join(folder, "openapi.json");
  writeFileSync(document, await (await fetch(`${sandbox.url}/openapi.json`)).text());
  const made = spawnSync(process.execPath, [generator, document, "-o", join(folder, "api.d.ts")], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
}, 60_000);
afterAll(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

/** The client as somebody uses it who has nothing but the document. */
const prelude = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api";
export const client = createClient<paths>({ baseUrl: "http://127.0.0.1:4010" });
export const header = { "payments-account": "acct_1" };
export type ApiKey = components["schemas"]["ApiKey"];
`;

/** What the compiler says of each of these uses. */
function typeErrorsIn(uses: Record<string, string>): Record<string, string[]> {
  const files = Object.entries(uses).map(([name, code], index) => {
    const file = join(folder, `use-${index}.ts`);
    writeFileSync(file, `${prelude}export async function use() {\n${code}\n}\n`);
    return { name, file };
  });
  const program = ts.createProgram(
    files.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
      types: [],
      strict: true,
      noEmit: true,
    },
  );
  return Object.fromEntries(
    files.map(({ name, file }) => {
      const found = program.getSemanticDiagnostics(program.getSourceFile(file));
      return [name, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))];
    }),
  );
}

test("a client generated from the document compiles where it is used rightly, and nowhere else", () => {
  const right = {
    "listing keys": `
      const { data, error } = await client.GET("/v1/api-keys", { params: { header, query: { offset: 0, limit: 5 } } });
      const keys: ApiKey[] = data?.items ?? [];
      return [keys[0]?.last_used?.slice(0, 4), error?.error.param];`,
    "creating a key": `
      const { data } = await client.POST("/v1/api-keys", { params: { header }, body: { type: "secret", scopes: ["*"] } });
      return data?.value;`,
    "deleting a key": `await client.DELETE("/v1/api-keys/{id}", { params: { header, path: { id: "key_1" } } });`,
    "filtering events": `
      await client.GET("/v1/events", { params: { header, query: { delivery_status: "failed" } } });`,
    "confirming a payment intent": `
      const { data } = await client.POST("/v1/payment-intents/{id}/confirm", {
        params: { header, path: { id: "pi_1" } }, body: { payment_method_id: "pm_1" } });
      const status: "requires_payment_method" | "succeeded" | undefined = data?.status;
      return status;`,
    "telling refusals apart": `
      const { error } = await client.POST("/v1/customers", { params: { header }, body: {} });
      return error?.error.code === "invalid_parameter";`,
  };
  const wrong = {
    "a path that is none": `await client.GET("/v1/api-key", { params: { header } });`,
    "a method that the path does not have": `await client.GET("/v1/customers", { params: { header } });`,
    "no account": `await client.GET("/v1/api-keys", {});`,
    "no id": `await client.DELETE("/v1/api-keys/{id}", { params: { header } });`,
    "no body": `await client.POST("/v1/api-keys", { params: { header } });`,
    "a type of key that is none": `await client.POST("/v1/api-keys", { params: { header }, body: { type: "private" } });`,
    "a field that is none": `await client.POST("/v1/api-keys", { params: { header }, body: { type: "secret", label: "x" } });`,
    "a required field left out": `await client.POST("/v1/payment-intents", { params: { header }, body: { currency: "usd" } });`,
    "a text for a number": `await client.GET("/v1/api-keys", { params: { header, query: { limit: "5" } } });`,
    "a filter that is none": `
      await client.GET("/v1/events", { params: { header, query: { delivery_status: "lost" } } });`,
    "a field that no answer has": `
      const { data } = await client.POST("/v1/customers", { params: { header }, body: {} });
      return data?.phone;`,
    "a code that no refusal has": `
      const { error } = await client.POST("/v1/customers", { params: { header }, body: {} });
      return error?.error.code === "teapot";`,
  };
  const errors = typeErrorsIn({ ...right, ...wrong });
  for (const name of Object.keys(right)) expect([name, errors[name]]).toEqual([name, []]);
  for (const name of Object.keys(wrong)) expect([name, errors[name]!.length]).toEqual([name, 1]);
}, 60_000);

test("the generated types name every schema and every operation of the document", () => {
  const types = readFileSync(join(folder, "api.d.ts"), "utf8");
  for (const name of [
    "ApiKey",
    "Customer",
    "PaymentMethod",
    "PaymentIntent",
    "Subscription",
    "Event",
    "WebhookEndpoint",
    "Error",
  ])
    expect(types).toMatch(new RegExp(`^ {8}${name}: \\{`, "m"));
  for (const name of [
    "listApiKeys",
    "createApiKey",
    "updateApiKey",
    "deleteApiKey",
    "confirmPaymentIntent",
    "receiveEvent",
  ])
    expect(types).toContain(name);
});

test("the client brings what is sent to a running sandbox, and what is answered back", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the types are generated while the test runs; those that compile are checked above.
  const client: Client<any> = createClient<any>({
    baseUrl: sandbox.url,
    headers: { "payments-api-key": sandbox.apiKey },
  });
  const header = { "payments-account": sandbox.accountId };
  const made = await client.POST("/v1/api-keys", { params: { header }, body: { type: "secret", name: "Ada & Söhne" } });
  expect([made.response.status, made.data.name]).toEqual([201, "Ada & Söhne"]);
  const path = { id: made.data.id };
  const changed = await client.PATCH("/v1/api-keys/{id}", {
    params: { header, path },
    body: { scopes: ["events:read"] },
  });
  expect(changed.data.scopes).toEqual(["events:read"]);
  const listed = await client.GET("/v1/api-keys", { params: { header, query: { offset: 0, limit: 1 } } });
  expect(listed.data).toMatchObject({ limit: 1, offset: 0, total: 1, has_more: false, items: [{ id: made.data.id }] });
  expect((await client.DELETE("/v1/api-keys/{id}", { params: { header, path } })).response.status).toBe(204);
  const intent = await client.POST("/v1/payment-intents", {
    params: { header },
    body: { amount: 500, currency: "sek" },
  });
  const paid = await client.POST("/v1/payment-intents/{id}/confirm", {
    params: { header, path: { id: intent.data.id } },
    body: { payment_method_id: await payments(sandbox).token() },
  });
  expect(paid.data).toMatchObject({ status: "succeeded", amount_received: 500 });
  const refused = await client.GET("/v1/events", { params: { header, query: { delivery_status: "lost" } } });
  expect([refused.data, refused.error.error]).toMatchObject([
    undefined,
    { code: "invalid_parameter", param: "delivery_status" },
  ]);
});
