import { readFile } from "node:fs/promises";
import { ApiKey } from "pulumi-payments";

const table = JSON.parse(await readFile(new URL("keys.json", import.meta.url), "utf8"));

const keys = Object.entries(table).map(([name, scopes]) => [name, new ApiKey(name, { type: "secret", scopes })]);

export const keyIds = Object.fromEntries(keys.map(([name, key]) => [name, key.id]));
export const values = Object.fromEntries(keys.map(([name, key]) => [name, key.value]));
