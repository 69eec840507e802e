import { run } from "../cli/process";
import { failureOf, openWorld, type World } from "../provider/lifecycle/world";

const reads = { type: "secret", scopes: ["accounts:read"] };
const writes = { type: "secret", scopes: ["api_keys:read", "api_keys:write"] };
const key = (world: World) => world.resource("ApiKey", "checkout");

/** What a person does, and what the product says then. Every message comes out of a real service, or of a real process. */
const failing: Readonly<Record<string, (world: World) => Promise<string>>> = {
  "The program names a profile that the stack lacks": (world) =>
    failureOf(key(world).preview({ ...reads, profile: "eu" })),

  "The credential is of nobody": (world) => {
    world.config["payments:apiKey"] = "sk_of_nobody";
    return failureOf(key(world).preview(reads));
  },

  "The service does not run": (world) => {
    world.config["payments:baseUrl"] = "http://127.0.0.1:1";
    return failureOf(key(world).preview(reads));
  },

  "The credential lacks a scope": async (world) => {
    const reader = await world.colleagueMakes({ ...reads, name: "reader" });
    world.config["payments:apiKey"] = reader.value;
    return failureOf(key(world).preview(reads));
  },

  "The stack is configured for another account": async (world) => {
    const managed = key(world);
    await managed.up(reads);
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    world.config["payments:accountId"] = other.id;
    return failureOf(managed.preview(reads));
  },

  "Another key has the name": async (world) => {
    await world.colleagueMakes({ ...reads, name: "checkout" });
    return failureOf(key(world).preview({ ...reads, name: "checkout" }));
  },

  "The answer to a creation is lost": async (world) => {
    await world.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });
    return failureOf(key(world).up({ ...reads, name: "checkout" }));
  },

  "A key that is in use would be deleted": async (world) => {
    const managed = key(world);
    await managed.up(reads);
    // The service's clock stands at that midnight.
    await world.colleagueChanges(managed.state!.id, { last_used: "2025-12-31T23:00:00.000Z" });
    return failureOf(managed.destroy());
  },

  "The run would take scopes from its own key": async (world) => {
    const managed = key(world);
    await managed.up(writes);
    world.config["payments:apiKey"] = String(managed.outputs.value);
    return failureOf(managed.preview({ ...writes, scopes: ["api_keys:read"] }));
  },

  "A command lacks its stack": async () => (await run("drift").ended).stderr.trimEnd(),
};

/** The message of every example, by its title, with ids and addresses that stay the same. */
export async function printedExamples(): Promise<Record<string, string>> {
  const printed: Record<string, string> = {};
  for (const [title, fail] of Object.entries(failing)) {
    const world = await openWorld();
    printed[title] = withSteadyNames(await fail(world), world);
  }
  return printed;
}

function withSteadyNames(text: string, { sandbox }: World): string {
  const named = text
    .replaceAll(sandbox.url, "https://payments.example.com")
    .replaceAll(sandbox.accountId, "acct_shop")
    .replace(/\bacct_(?!shop\b)\w+/g, (id) => (id === "acct_123" ? id : "acct_other"))
    .replace(/\(request [^)]*\)/g, "(request req_1)");
  const keys = [...new Set(named.match(/\bkey_\w{6,}/g) ?? [])];
  return keys.reduce((shown, id, place) => shown.replaceAll(id, `key_${place + 1}`), named);
}
