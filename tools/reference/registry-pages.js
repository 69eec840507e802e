/** @typedef {typeof import("../../provider/configuration/settings.js")} Settings */
/** @typedef {import("../../provider/text/repository.js").Repository} Repository */

/**
 * The same program in each language that the tests run, and how its SDK is installed.
 * @type {Record<string, { title: string, file: string, block: string, install: string, inPage?: (text: string) => string }>}
 */
const LANGUAGES = {
  typescript: {
    title: "TypeScript",
    file: "examples/quickstart/index.ts",
    block: "ts",
    install: "npm install pulumi-payments",
    // The registry is about the plugin; the other form differs in this line alone.
    inPage: (text) => text.replace('from "pulumi-payments"', 'from "pulumi-payments/native"'),
  },
  python: {
    title: "Python",
    file: "examples/python/__main__.py",
    block: "python",
    install: "pip install pulumi_payments",
  },
  go: { title: "Go", file: "examples/go/main.go", block: "go", install: "go get {GO}" },
  yaml: {
    title: "YAML",
    file: "examples/yaml/Pulumi.yaml",
    block: "yaml",
    install: "",
    // An installed plugin is found without its path.
    inPage: (text) => text.replace(/^plugins:\n(?: .*\n)+/m, ""),
  },
};

/**
 * The two pages that Pulumi's registry takes from a repository: a copy of them belongs into `docs` of the published one.
 * @param {{ settings: Settings, schema: { displayName: string, description: string, version: string, resources: object, functions: object },
 *   repository: Repository | undefined, exampleAt: (file: string) => string | undefined }} sources
 * @returns {{ overview: string, installation: string }}
 */
function registryPages({ settings, schema, repository, exampleAt }) {
  const languages = Object.entries(LANGUAGES).flatMap(([language, of]) => {
    const text = exampleAt(of.file);
    return text === undefined ? [] : [{ ...of, language, text: (of.inPage ?? ((same) => same))(text) }];
  });
  return {
    overview: overview(schema, languages),
    installation: installation(settings, schema, repository, languages),
  };
}

/** @typedef {(typeof LANGUAGES)[string] & { language: string, text: string }} Language */

/** @param {string} title @param {string} description */
const frontMatter = (title, description) => [
  "---",
  `title: ${title}`,
  `meta_desc: ${description}`,
  "layout: package",
  "---",
  "",
  "<!-- npm run generate makes this page from the schema, the settings and the examples. -->",
  "",
];

/** @param {Parameters<typeof registryPages>[0]["schema"]} schema @param {Language[]} languages */
function overview({ displayName, description, resources, functions }, languages) {
  const names = (/** @type {object} */ tokens) =>
    Object.keys(tokens)
      .map((token) => `\`${token.split(":").at(-1)}\``)
      .join(", ");
  return [
    ...frontMatter(
      displayName,
      `The ${displayName} provider for Pulumi manages API keys, webhook endpoints and Apple Pay scopes.`,
    ),
    description,
    "",
    "A key's value is shown once: Pulumi keeps it, encrypted. A plain `pulumi preview` compares the program with what is live, and reports what somebody changed.",
    "",
    `Resources: ${names(resources)}. Functions: ${names(functions)}.`,
    "",
    "## Example",
    "",
    `{{< chooser language "${languages.map(({ language }) => language).join(",")}" >}}`,
    "",
    ...languages.flatMap(({ language, block, text }) => [
      `{{% choosable language ${language} %}}`,
      "",
      `\`\`\`${block}`,
      text.trimEnd(),
      "```",
      "",
      "{{% /choosable %}}",
      "",
    ]),
    "{{< /chooser >}}",
    "",
  ].join("\n");
}

/**
 * @param {Settings} settings
 * @param {Parameters<typeof registryPages>[0]["schema"]} schema
 * @param {Repository | undefined} repository
 * @param {Language[]} languages
 */
function installation({ settingNames, metaOf, settingSchemas }, { displayName, version }, repository, languages) {
  const module_ =
    repository === undefined ? "pulumi-payments/sdks/go" : `github.com/${repository.owner}/${repository.name}/sdks/go`;
  const from =
    repository === undefined
      ? `--file pulumi-resource-payments-v${version}-linux-amd64.tar.gz`
      : `--server github://api.github.com/${repository.owner}/${repository.name}`;
  const rows = settingNames.map((name) => {
    const { description, environment, secret } = metaOf(name);
    const fallback = settingSchemas[name].safeParse(undefined);
    const value = fallback.success && fallback.data !== undefined ? `\`${JSON.stringify(fallback.data)}\`` : "";
    const variable = environment ? `\`${environment}\`` : "";
    return `| \`payments:${name}\`${secret ? " (secret)" : ""} | ${variable} | ${value} | ${description.replaceAll("|", "\\|")} |`;
  });
  return [
    ...frontMatter(
      `${displayName} Installation & Configuration`,
      `How to install and configure the ${displayName} provider for Pulumi.`,
    ),
    "## Installation",
    "",
    "| Language | Command |",
    "|---|---|",
    ...languages
      .filter(({ install }) => install !== "")
      .map(({ title, install }) => `| ${title} | \`${install.replace("{GO}", module_)}\` |`),
    "",
    "The npm package brings the provider plugin for machines with Node. Elsewhere install the plugin, which needs no Node:",
    "",
    "```sh",
    `pulumi plugin install resource payments ${version} ${from}`,
    "```",
    "",
    "## Configuration",
    "",
    "```sh",
    "pulumi config set payments:baseUrl https://payments.example.com",
    "pulumi config set payments:accountId acct_123",
    "pulumi config set payments:apiKey --secret",
    "```",
    "",
    "The same by environment variables:",
    "",
    "```sh",
    "export PAYMENTS_BASE_URL=https://payments.example.com PAYMENTS_ACCOUNT_ID=acct_123",
    'export PAYMENTS_API_KEY="$(cat credential)"',
    "```",
    "",
    "| Setting | Variable | Default | Meaning |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

module.exports = { registryPages };
