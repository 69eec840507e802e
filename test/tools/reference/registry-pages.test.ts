import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as settings from "../../../provider/configuration/settings";
import { pluginSchema } from "../../../provider/native/schema";
import { registryPages } from "../../../tools/reference/registry-pages.js";
import { root } from "../../structure/repository";

const examples: Record<string, string> = {
  "examples/quickstart/index.ts": 'import { ApiKey } from "pulumi-payments";\n',
  "examples/yaml/Pulumi.yaml":
    "name: shop\nruntime: yaml\nplugins:\n  providers:\n    - name: payments\n      path: node_modules/.bin\nresources:\n  ci:\n    type: payments:ApiKey\n",
};
const repository = { url: "https://github.com/ada/shop", owner: "ada", name: "shop" };
const schema = pluginSchema("1.2.3");
const pagesOf = (place?: typeof repository) =>
  registryPages({ settings, schema, repository: place, exampleAt: (file) => examples[file] });

test("both pages say what the registry's list asks for: title, layout, examples, installation, both ways to configure", () => {
  const { overview, installation } = pagesOf(repository);
  for (const page of [overview, installation])
    expect(page).toMatch(/^---\ntitle: Payments.*\nmeta_desc: .{20,}\nlayout: package\n---\n/);
  for (const name of Object.keys({ ...schema.resources, ...schema.functions }))
    expect(overview).toContain(`\`${name.split(":").at(-1)}\``);
  expect(installation).toContain(
    "pulumi plugin install resource payments 1.2.3 --server github://api.github.com/ada/shop\n",
  );
  expect(installation).toContain("pulumi config set payments:apiKey --secret");
  expect(installation).toContain("export PAYMENTS_BASE_URL=");
  for (const name of settings.settingNames) expect(installation).toContain(`| \`payments:${name}\``);
});

test("a language is shown where its example is there, and reads the plugin where it is installed", () => {
  const { overview, installation } = pagesOf();
  expect(overview).toContain('{{< chooser language "typescript,yaml" >}}');
  expect(overview).toContain('import { ApiKey } from "pulumi-payments/native";');
  expect(overview).toContain("runtime: yaml\nresources:\n  ci:");
  expect(installation).toContain("`npm install pulumi-payments`");
  expect(installation).not.toContain("pip install");
});

test("without the setting of the repository no page has an address of ours", () => {
  const addresses = Object.values(pagesOf()).flatMap((page) => page.match(/\b(?:https?|github):\/\/[^\s`]+/g) ?? []);
  expect(new Set(addresses)).toEqual(new Set(["https://payments.example.com"]));
});

test("the committed pages show every language that has a folder of examples", () => {
  const page = readFileSync(join(root, "docs/registry/_index.md"), "utf8");
  const [, shown = ""] = /chooser language "([^"]*)"/.exec(page) ?? [];
  for (const language of shown.split(",")) expect(page).toContain(`{{% choosable language ${language} %}}`);
  expect(page.match(/^```\w+$/gm)).toHaveLength(shown.split(",").length);
});
