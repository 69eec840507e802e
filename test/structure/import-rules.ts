/** Whom the files of a folder may import, besides Node itself and files of the same folder. */
export interface ImportRule {
  /** Folders of this repository. */
  readonly folders: readonly string[];
  /** Folders of which only types may be imported: nothing of them is loaded at run time. */
  readonly typeOnly?: readonly string[];
  /** Folders that may be loaded by `import()` too: nothing of them is loaded together with the importing file. */
  readonly lazy?: readonly string[];
  /** npm packages; a package allows its subpaths, a subpath allows only itself. */
  readonly packages: readonly string[] | "any";
  /** Folders below it whose files may import more packages; nothing else of the folder may import these files. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
}

/** The table "who may import whom" of ARCHITECTURE.md. What is not listed is forbidden. */
export const importRules: Readonly<Record<string, ImportRule>> = {
  sdk: {
    folders: ["provider/api/contract", "provider/text"],
    lazy: ["provider/reading"],
    packages: ["@pulumi/pulumi"],
  },
  provider: {
    folders: [],
    packages: ["undici", "zod"],
    hosts: { "provider/native": ["@grpc/grpc-js", "@pulumi/pulumi"], "provider/wire": ["@grpc/grpc-js"] },
  },
  policy: {
    folders: [
      "sdk",
      "provider/api/contract",
      "provider/configuration",
      "provider/dynamic",
      "provider/report",
      "provider/text",
      "provider/wire",
    ],
    packages: ["@grpc/grpc-js", "@pulumi/pulumi", "re2js", "zod"],
  },
  drift: { folders: ["provider"], packages: ["@pulumi/pulumi/automation", "zod"] },
  sandbox: { folders: [], packages: ["fastify", "zod", "pulumi-payments-sandbox/package.json"] },
  cli: { folders: ["sdk", "provider", "policy", "drift"], packages: "any" },
  site: { folders: [], packages: ["beautiful-mermaid", "vitepress"] },
  examples: { folders: [], packages: ["@pulumi/pulumi", "pulumi-payments", "pulumi-payments-sandbox"] },
  test: { folders: ["sdk", "provider", "policy", "drift", "sandbox", "cli", "bench", "tools"], packages: "any" },
  bench: { folders: ["sdk", "provider", "policy", "drift", "sandbox", "tools"], packages: "any" },
  // The generated reference is made from the schemas.
  tools: {
    folders: ["provider", "sdk", "policy", "drift", "cli", "sandbox"],
    packages: ["@swc/core", "esbuild", "fast-check", "playwright-core", "tar", "typescript", "zod"],
  },
};
