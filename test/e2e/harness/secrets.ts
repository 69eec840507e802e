import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Service } from "./service";
import type { Workbench } from "./workbench";

/**
 * Every form of a text that a program could write by accident: plain, in JSON once and twice, in a URL, in hex, and in
 * base64 at each of the three places in a longer text. Pure.
 */
export function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const forms = [secret, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(secret), hex, hex.toUpperCase()];
  for (const shift of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // The characters at both ends depend on what stands beside.
    const core = text.slice(shift === 0 ? 0 : shift + 1, -2);
    forms.push(core, core.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...new Set(forms)];
}

/** Where a planted secret was found: a file, a command's output, the service's log. Empty: nowhere. */
export function leaksOf(
  planted: readonly string[],
  { bench, service }: { bench: Workbench; service?: Service },
): string[] {
  return placesOf(planted, textsOf(bench, service));
}

/** The places whose text holds one of these, in whatever form. Pure. */
export function placesOf(
  planted: readonly string[],
  texts: Iterable<readonly [where: string, text: string]>,
): string[] {
  const forms = planted.flatMap(formsOf);
  const places: string[] = [];
  for (const [where, text] of texts) if (forms.some((form) => text.includes(form))) places.push(where);
  return places;
}

function* textsOf(bench: Workbench, service?: Service): Iterable<[where: string, text: string]> {
  for (const file of filesUnder(bench.folder)) yield [relative(bench.folder, file), readFileSync(file, "utf8")];
  for (const { args, output } of bench.told) if (!args.includes("--show-secrets")) yield [`pulumi ${args[0]}`, output];
  if (service) yield ["the service's log", service.log()];
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Installed packages are links to files that exist since before the test.
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}

/** All secrets that a test's service, credential and passphrase hold by now. */
export function plantedIn({ bench, service }: { bench: Workbench; service: Service }): string[] {
  return [...service.witness.issued, ...service.admin.issued, service.apiKey, service.adminToken, bench.passphrase];
}
