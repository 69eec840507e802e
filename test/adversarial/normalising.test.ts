import { type Variant, wholeLife } from "./key-life.js";
import type { Shown } from "./liar.js";
import { endLives } from "./life.js";

afterEach(endLives);

const showing =
  (change: (key: Shown) => Shown): Variant["lie"] =>
  () => ({ key: change });
const all = ["accounts:read", "accounts:write", "api_keys:read", "api_keys:write"];

const named = (says: string, spell: (name: string) => string, name: string): Variant & { name: string } => ({
  says,
  name,
  lie: showing((key) => ({ ...key, name: spell(String(key.name)) })),
});
test.each([
  named("trims names", (name) => name.trim(), "  ci key "),
  named("composes names", (name) => name.normalize("NFC"), "cafe\u0301"),
  named("decomposes names", (name) => name.normalize("NFD"), "café"),
  named("makes one space of many", (name) => name.replace(/\s+/g, " "), "ci   key"),
])("a key whose name is written otherwise has no eternal difference at a service that $says", async (variant) => {
  await wholeLife({ ...variant, first: { name: variant.name } });
});

const scoped = (
  says: string,
  expand: (scopes: string[]) => string[],
  scopes: string[],
): Variant & { scopes: string[] } => ({
  says,
  scopes,
  lie: showing((key) => ({ ...key, scopes: expand(key.scopes as string[]) })),
});
const withReads = (scopes: string[]): string[] => [
  ...new Set([...scopes, ...scopes.map((scope) => scope.replace(/:(write|delete)$/, ":read"))]),
];
test.each([
  scoped("shows * as every scope", (scopes) => (scopes.includes("*") ? all : scopes), ["*"]),
  scoped("shows * beside every scope", (scopes) => (scopes.includes("*") ? ["*", ...all] : scopes), ["*"]),
  scoped("shows :read beside each :write and :delete", withReads, ["accounts:write"]),
])("a key's scopes have no eternal difference at a service that $says", async (variant) => {
  await wholeLife({ ...variant, first: { scopes: variant.scopes } });
});
