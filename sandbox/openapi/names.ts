const verbs: Record<string, string> = { POST: "update", PUT: "update", PATCH: "update", GET: "read", DELETE: "delete" };

/**
 * What a generated client calls an operation: `listApiKeys`, `createApiKey`, `updateApiKey`, `readWebhookEndpoint`, or, where the path
 * ends in a verb, `confirmPaymentIntent`.
 */
export function operationId({ method, path }: { method: string; path: string }): string {
  const [, noun = "", id, verb] = path.split("/").slice(1);
  const one = camel(noun.replace(/s$/, ""));
  if (verb !== undefined) return lowerFirst(camel(verb)) + one;
  if (id !== undefined) return verbs[method] + one;
  return method === "GET" ? `list${camel(noun)}` : `create${one}`;
}

/** The resource that an operation is about, such as `api-keys`. */
export function resourceOf({ path }: { path: string }): string {
  return path.split("/")[2] ?? "";
}

function camel(words: string): string {
  return words.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function lowerFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}
