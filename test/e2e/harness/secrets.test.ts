import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formsOf, leaksOf } from "./secrets";
import type { Told } from "./stack";
import type { Workbench } from "./workbench";

const secret = 'sk_"über" & a/b+c?d';
const folder = mkdtempSync(join(tmpdir(), "secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const benchWith = (told: Told[]): { bench: Workbench } => ({ bench: { folder, told } as unknown as Workbench });
const said = (text: string, ...args: string[]): Told => ({ args, exitCode: 0, output: text, stdout: text });
const base64At = (shift: number): string => Buffer.from(`${"x".repeat(shift)}${secret}tail`).toString("base64");

test.each([
  ["plain", `before ${secret} after`],
  ["in JSON", JSON.stringify({ secret })],
  ["in JSON within JSON", JSON.stringify(JSON.stringify({ secret }))],
  ["in a URL", `https://example.com/?key=${encodeURIComponent(secret)}`],
  ["in hex", Buffer.from(secret).toString("hex")],
  ["in capital hex", Buffer.from(secret).toString("hex").toUpperCase()],
  ["in base64", base64At(0)],
  ["in base64, one byte in", base64At(1)],
  ["in base64, two bytes in", base64At(2)],
  ["in base64 for URLs", Buffer.from(`xx${secret}`).toString("base64url")],
])("a secret is found in a command's output %s", (_form, text) => {
  expect(leaksOf([secret], benchWith([said(text, "up")]))).toEqual(["pulumi up"]);
});

test("a secret is found in a file, and not where it was asked to be shown", () => {
  writeFileSync(join(folder, "log"), JSON.stringify({ secret }));
  const shown = said(secret, "stack", "output", "--show-secrets");
  expect(leaksOf([secret], benchWith([shown]))).toEqual(["log"]);
});

test("no form is so short that it would be found by chance", () => {
  expect(Math.min(...formsOf("sk_sandbox_0123").map((form) => form.length))).toBeGreaterThan(12);
});
