import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluginSchema } from "../../provider/native/schema";
import * as native from "../../sdk/native/index";
import { generateSdk, SHIPPED } from "../../tools/sdks.js";
import { filesUnder } from "../../tools/set-up/fingerprint.js";
import { workFolder } from "../../tools/set-up/places.js";
import { typeErrorsIn } from "../docs/type-check";
import { root } from "../structure/repository";

/** What a compiler says where the Node SDK of the generator and `pulumi-payments/native` differ; an added line is a mistake on purpose. */
const comparison = (made: string, mistake = ""): string => `
import * as pulumi from "@pulumi/pulumi";
import * as native from "pulumi-payments/native";
import * as made from "${made}";
type Keys<T> = T extends unknown ? keyof T : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : ["missing", Exclude<B, A>]) : ["added", Exclude<A, B>];
/** What a program reads of a resource: all but the methods of Pulumi's own class. */
type Read<R> = { [K in Exclude<keyof R, keyof pulumi.CustomResource>]: R[K] };
/** Ours take a key itself in place of its id, which the schema can't say. */
type Plain<A> = pulumi.Unwrap<A> & (A extends { apiKeyId: unknown } ? { apiKeyId: string } : unknown);
${["ApiKey", "ApplePayDomainScopes", "RotatingApiKey", "WebhookEndpoint"]
  .map(
    (name) => `
const arguments${name}: Same<Keys<native.${name}Args>, keyof made.${name}Args> = true;
const accepted${name} = (args: Plain<native.${name}Args>): made.${name}Args => args;
const outputs${name}: Same<keyof Read<native.${name}>, keyof Read<made.${name}>> = true;
const read${name} = (key: native.${name}): Read<made.${name}> => key;`,
  )
  .join("")}
${["getApiKey", "getApiKeys", "getWebhookEndpoint"]
  .map(
    (name) => `
type A${name} = NonNullable<Parameters<typeof native.${name}>[0]>;
const arguments${name}: Same<Keys<A${name}>, keyof NonNullable<Parameters<typeof made.${name}>[0]>> = true;
const result${name}: Same<keyof Awaited<ReturnType<typeof native.${name}>>, keyof Awaited<ReturnType<typeof made.${name}>>> = true;`,
  )
  .join("")}
const settings: Same<keyof native.ProviderArgs, keyof made.ProviderArgs> = true;
${mistake}`;

let folder: string;
beforeAll(() => {
  // In the checkout, where the compiler finds the SDK of Pulumi.
  mkdirSync(workFolder, { recursive: true });
  folder = mkdtempSync(join(workFolder, "sdks-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file below a folder with its contents. */
const contentsOf = (path: string): Record<string, string> =>
  Object.fromEntries(filesUnder(path).map((file) => [file.slice(path.length + 1), readFileSync(file, "utf8")]));

test.each(SHIPPED)("the committed %s SDK is what the generator makes of the schema, file by file", async (language) => {
  const made = join(folder, language);
  await generateSdk(language, made);
  const committed = contentsOf(join(root, "sdks", language));
  expect(Object.keys(committed).length).toBeGreaterThan(10);
  expect(committed).toEqual(contentsOf(made));
});

test("the SDKs of a published package are the Go module of its repository, and ask its releases for the plugin", async () => {
  const place = { url: "https://github.com/ada/shop", owner: "ada", name: "shop" };
  const schema = join(folder, "published.json");
  writeFileSync(schema, JSON.stringify(pluginSchema("1.2.3", place)));
  const made = join(folder, "published");
  await generateSdk("go", made, schema);
  expect(readFileSync(join(made, "go.mod"), "utf8")).toMatch(/^module github\.com\/ada\/shop\/sdks\/go$/m);
  expect(JSON.parse(readFileSync(join(made, "payments", "pulumi-plugin.json"), "utf8"))).toEqual({
    resource: true,
    name: "payments",
    version: "1.2.3",
    server: "github://api.github.com/ada/shop",
  });
});

test("the Node SDK of the generator has the classes, arguments, outputs and functions of pulumi-payments/native", async () => {
  const made = join(folder, "nodejs");
  await generateSdk("nodejs", made);
  const index = join(made, "index");
  expect(typeErrorsIn([{ where: "comparison", code: comparison(index) }])).toEqual([]);
  const mistake = 'const wrong: Same<keyof native.ProviderArgs | "colour", keyof made.ProviderArgs> = true;';
  expect(typeErrorsIn([{ where: "comparison", code: comparison(index, mistake) }])).toEqual([
    expect.stringContaining("colour"),
  ]);
  const text = readFileSync(`${index}.ts`, "utf8");
  const classes = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const ours = Object.keys(native).filter((name) => !/Error$/.test(name));
  expect(classes.sort()).toEqual(ours.sort());
});
