import { ownCommand } from "../../provider/text/own-command";
import { jsonText } from "../../provider/text/printable";
import { nativeTypeToken } from "../../provider/text/type-token";
import { printable } from "../printable";
import type { KeyRow } from "./row";

/** Why a key may not be adopted by a program. Pure; undefined: it may. */
export function adoptRefusal({ id, standing, by, problem }: KeyRow): string | undefined {
  if (problem !== undefined)
    return `API key ${id} is shown in a form that can't be read (${problem}), so there are no lines for it. Leave it out.`;
  if (standing === "managed")
    return `API key ${id} is managed already, by ${by}. Leave it out, or take it out of that program first.`;
  if (standing === "elsewhere")
    return `API key ${id} carries the ${by} of another stack: two stacks would manage it. Give that stack with --stack and --cwd; if it is gone for good, rename the key first.`;
  if (standing === "orphan")
    return `API key ${id} was created for ${by}, whose state does not hold it: its value is lost. Run '${ownCommand} orphans' to remove it.`;
  if (standing === "not known" && by !== undefined)
    return `API key ${id} was made for ${by}, whose state keeps the ids of its keys encrypted (additionalSecretOutputs): whether it holds this one is not known. Leave it out.`;
  return undefined;
}

/** How keys are adopted: written key by key. */
export interface AdoptionForm {
  begin: string;
  between: string;
  end: string;
  /** @param logical its logical name */
  key(row: KeyRow, logical: string): string;
}

/** The lines of a program that adopt each key as it is now. */
export const codeForm = (profile: string | undefined): AdoptionForm => ({
  begin: 'import { ApiKey } from "pulumi-payments";\n\n',
  between: "\n",
  end: "",
  key: (row, logical) => adoptCode(row, logical, profile),
});

/** The file of `pulumi import --file`: the plugin reads each key itself. */
export const importForm: AdoptionForm = {
  begin: '{"resources":[\n',
  between: ",\n",
  end: "\n]}\n",
  key: ({ id }, logical) => jsonText({ type: nativeTypeToken("ApiKey"), name: logical, id }),
};

function adoptCode({ id, name, type, scopes, overWide }: KeyRow, logical: string, profile: string | undefined): string {
  const lines = [
    `new ApiKey(${literal(logical)}, {`,
    `  adoptId: ${literal(id)},`,
    `  type: ${literal(type)},`,
    `  name: ${literal(name)},`,
    ...(type === "secret"
      ? [`  scopes: [${scopes.map(literal).join(", ")}],${overWide ? " // every scope: narrow it" : ""}`]
      : []),
    ...(profile === undefined ? [] : [`  profile: ${literal(profile)},`]),
    "});",
  ];
  return `${lines.join("\n")}\n`;
}

/** As source code: no character of somebody else's ends the text or hides in it. */
function literal(text: string): string {
  return printable(JSON.stringify(text));
}

/** A logical name that says what the key is, other than those that are taken. Adds it to them. */
export function logicalName({ id, name }: Pick<KeyRow, "id" | "name">, taken: Set<string>): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const base = plain === "" ? `key-${id.replace(/[^A-Za-z0-9]+/g, "-")}` : plain;
  let logical = base;
  for (let number = 2; taken.has(logical); number += 1) logical = `${base}-${number}`;
  taken.add(logical);
  return logical;
}
