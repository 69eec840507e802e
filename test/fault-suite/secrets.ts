import { formsOf } from "../e2e/harness/secrets";

/** What every value of the sandbox's secret keys begins with, credentials too; what a list shows in its place ends it with asterisks. */
const head = "sk_sandbox_";

/** Every text that begins like a key's value, in any form that a program could write by accident; cut, so that a report tells no secret. Pure. */
export function leaksIn(text: string): string[] {
  const plain = text.match(/sk_sandbox_[A-Za-z0-9]{4}/g) ?? [];
  const coded = formsOf(head).filter((form) => !form.startsWith("sk_") && form.length >= 10 && text.includes(form));
  return [...new Set([...plain, ...coded])];
}
