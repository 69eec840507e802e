const { execFileSync } = require("node:child_process");
const { randomUUID } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { manifest, outsideEnvironment, root } = require("../set-up/places.js");

/**
 * @typedef {{ "bom-ref": string, name: string, version: string, purl: string, [more: string]: unknown }} Component
 * @typedef {{ ref: string, dependsOn?: string[] }} Edge
 * @typedef {{ metadata: { component: Component, [more: string]: unknown }, components: Component[], dependencies: Edge[], [more: string]: unknown }} Bom
 */

/** Every package of the lock file, as npm itself describes it in CycloneDX. @returns {Bom} */
function wholeBom() {
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const options = {
    cwd: root,
    env: outsideEnvironment(),
    maxBuffer: 100_000_000,
    encoding: /** @type {const} */ ("utf8"),
  };
  return JSON.parse(execFileSync("npm", args, { ...options, stdio: ["ignore", "pipe", "ignore"] }));
}

/**
 * The part about what a package brings: its dependencies, and theirs, and what is in its own files.
 * @param {Bom} whole
 * @param {Record<string, any>} package_ its package.json
 * @param {string[]} [bundled] folders of packages whose code is in its own files, relative to the root
 */
function bomOfPackage(whole, { name, version, license, dependencies = {} }, bundled = []) {
  const edges = new Map(whole.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn ?? []]));
  const own = whole.dependencies.find(({ ref }) => ref === `${name}@${version}`)?.dependsOn ?? [];
  const reached = new Set(own.filter((ref) => Object.hasOwn(dependencies, ref.replace(/@[^@]*$/, ""))));
  for (const ref of reached) for (const each of edges.get(ref) ?? []) reached.add(each);
  for (const ref of bundled.map(refOf)) reached.add(ref);
  return bomOf(whole, { name, version, license, type: "library", purl: `pkg:npm/${name}@${version}` }, [...reached]);
}

/**
 * The part about what is in the program of the plugin: the packages that were bundled, and Node.
 * @param {Bom} whole
 * @param {string[]} folders of those packages, relative to the root
 */
function bomOfPlugin(whole, folders) {
  const { version, license, devDependencies } = manifest();
  const node = {
    "bom-ref": `node@${devDependencies.node}`,
    type: "platform",
    name: "node",
    version: devDependencies.node,
    purl: `pkg:github/nodejs/node@v${devDependencies.node}`,
    licenses: [{ license: { name: "Node.js license" } }],
  };
  const plugin = {
    name: "pulumi-resource-payments",
    version,
    license,
    type: "application",
    purl: `pkg:generic/pulumi-resource-payments@${version}`,
  };
  return bomOf(whole, plugin, folders.map(refOf), [node]);
}

/** @param {string} folder of an installed package */
function refOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return `${name}@${version}`;
}

/**
 * @param {Bom} whole
 * @param {{ name: string, version: string, license: string, type: string, purl: string }} subject
 * @param {string[]} refs
 * @param {object[]} [more] components
 */
function bomOf(whole, { license, ...subject }, refs, more = []) {
  const known = new Map(whole.components.map((each) => [each["bom-ref"], each]));
  const components = refs.sort().map((ref) => {
    const found = known.get(ref);
    if (found === undefined) throw new Error(`the lock file has no ${ref}, which a release would contain`);
    // To the user it is no part of our development, which is what npm notes here.
    return { ...found, scope: "required", properties: [] };
  });
  const component = {
    "bom-ref": `${subject.name}@${subject.version}`,
    ...subject,
    licenses: [{ license: { id: license } }],
  };
  const inside = new Set(refs);
  return {
    ...whole,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...whole.metadata, component },
    components: [...components, ...more],
    dependencies: whole.dependencies
      .filter(({ ref }) => inside.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => inside.has(each)) })),
  };
}

module.exports = { bomOfPackage, bomOfPlugin, wholeBom };
