import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openApiDocument } from "../../../sandbox/openapi/document";
import { readOptions, type SandboxOptions } from "../../../sandbox/options";
import { operationsFor } from "../../../sandbox/routes";
import { start, stopAll } from "../harness";
import type { DescribedOperation, Document } from "./checker";

afterEach(stopAll);

const describedWith = (options: SandboxOptions) => openApiDocument(readOptions(options)) as unknown as Document;
const operationsOf = ({ paths, webhooks }: Pick<Document, "paths" | "webhooks">): DescribedOperation[] =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => Object.values(item));

/** What a validator that is not ours says of a document; a process of its own, since it is no CommonJS. */
function validate(document: object): { valid: boolean; errors?: object[] } {
  const folder = mkdtempSync(join(tmpdir(), "openapi-"));
  const file = join(folder, "openapi.json");
  const command = join(dirname(require.resolve("@seriousme/openapi-schema-validator/package.json")), "bin");
  try {
    writeFileSync(file, JSON.stringify(document));
    const { stdout, stderr } = spawnSync(process.execPath, [join(command, "validate-api-cli.js"), file], {
      encoding: "utf8",
    });
    if (stderr) throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each<SandboxOptions>([{}, { updateMethod: "PUT" }, { updateMethod: "POST", without: ["webhook-endpoint-read"] }])(
  "the document of a sandbox started with %j is valid OpenAPI 3.1, says a validator that is not ours",
  (options) => {
    const document = describedWith(options);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(validate(document)).toEqual({ valid: true });
    expect(validate({ ...document, paths: { ...document.paths, "/v1/x": { get: { responses: [] } } } }).valid).toBe(
      false,
    );
  },
);

test("GET /openapi.json serves it without the admin token and without a key, the same bytes each time", async () => {
  const sandbox = await start();
  const [first, second] = [await fetch(`${sandbox.url}/openapi.json`), await fetch(`${sandbox.url}/openapi.json`)];
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  const text = await first.text();
  expect(await second.text()).toBe(text);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(describedWith({}))));
});

test.each<SandboxOptions>([{}, { updateMethod: "PUT" }])(
  "a sandbox started with %j describes the operations that it serves, and no others",
  (options) => {
    const { paths } = describedWith(options);
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = operationsFor(readOptions(options)).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(served.sort());
  },
);

test("every operation has a name of its own, a summary, the scope that it needs, and where it comes from", () => {
  const document = describedWith({});
  const names = operationsOf(document).map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
  for (const operation of operationsFor(readOptions({}))) {
    const { summary, description, security, ...rest } =
      document.paths[operation.path]![operation.method.toLowerCase()]!;
    expect(summary).toBe(operation.summary);
    expect(security[0]).toEqual({ secretKey: [operation.scope] });
    expect(security.length).toBe(operation.keys === "any" ? 2 : 1);
    expect(description).toContain(operation.scope);
    expect([rest["x-source"], rest["x-assumptions"]]).toEqual([operation.source, operation.assumptions]);
  }
});

test("every parameter, and every field of every body and answer, says what it means", () => {
  const document = JSON.parse(JSON.stringify(describedWith({}))) as Document;
  const silent: string[] = [];
  const look = (where: string, node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "properties") {
        for (const [field, schema] of Object.entries(value as Record<string, { description?: string; $ref?: string }>))
          if (!schema.description && !schema.$ref) silent.push(`${where} ${field}`);
      }
      if (key === "parameters" && Array.isArray(value)) {
        for (const { name, description, $ref } of value) if (!description && !$ref) silent.push(`${where} ${name}`);
      }
      look(`${where}/${key}`, value);
    }
  };
  look("", document);
  expect(silent).toEqual([]);
});

/** Every regular expression of a document. */
function patternsOf(document: object): string[] {
  const found = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === "pattern" && typeof value === "string") found.add(value);
    return value;
  });
  return [...found];
}

test("no pattern uses what only some languages know: classes by name, look-around, references back, escapes of four digits", () => {
  const patterns = patternsOf(describedWith({}));
  expect(patterns.length).toBeGreaterThan(3);
  for (const pattern of patterns) {
    const rest = pattern.replace(/\\x[0-9a-f]{2}|\\[.*+?^$(){}|[\]]/g, "");
    expect([pattern, /\\|\(\?(?!:)/.test(rest)]).toEqual([pattern, false]);
  }
});

const python = spawnSync("python3", ["--version"]).status === 0 ? test : test.skip;
python("Python compiles every pattern, and finds in texts what this validator finds", () => {
  const texts = ["", "Ada", "a\u0000b", "tab\t", "\u0085", "caf\u00e9 \u{1f680}", "usd", "api_keys:read", "*"];
  texts.push("2026-03-08", "20260308", "2026-03-08T10:00Z", "2026-03-08T10:00:00+0530", "20260308T10:00Z");
  const patterns = patternsOf(describedWith({}));
  const script =
    "import json, re, sys; given = json.load(sys.stdin); print(json.dumps([[bool(re.search(p, t)) for t in given['texts']] for p in given['patterns']]))";
  const { stdout, stderr } = spawnSync("python3", ["-c", script], {
    input: JSON.stringify({ patterns, texts }),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(
    patterns.map((pattern) => texts.map((text) => new RegExp(pattern, "u").test(text))),
  );
});

test("every reference leads to something, and every component is referred to", () => {
  const text = JSON.stringify(describedWith({}));
  const document = JSON.parse(text) as Document;
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(referred)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  expect(text).not.toContain("$defs");
});
