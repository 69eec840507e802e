import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "test-results-parser";
import { validateXML } from "xmllint-wasm";

const schema = readFileSync(join(__dirname, "junit.xsd"), "utf8");

/** What xmllint says against documents by junit.xsd: nothing, if each of them is well-formed and valid. */
export async function junitFlaws(documents: readonly string[]): Promise<string[]> {
  const { valid, errors, rawOutput } = await validateXML({ xml: [...documents], schema });
  if (!valid && errors.length === 0) throw new Error(rawOutput);
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The documents as a reader of other people's reads them, who makes test reports of many tools into messages. */
export function readJunit(document: string): ReturnType<typeof parse> {
  const folder = mkdtempSync(join(tmpdir(), "payments-junit-"));
  try {
    const file = join(folder, "drift.junit.xml");
    writeFileSync(file, document);
    return parse({ type: "junit", files: [file] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
