import { type Variant, wholeLife } from "./key-life";
import type { Shown } from "./liar";
import { beginLife, endLives } from "./life";

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
])(
  "a key whose name the service stores in another form has no lasting difference at a service that $says",
  async (variant) => {
    await wholeLife({ ...variant, first: { name: variant.name } });
  },
);

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

describe("a service that shows :read beside each :write and :delete", () => {
  const lie = () => ({ key: (key: Shown) => ({ ...key, scopes: withReads(key.scopes as string[]) }) });
  const suspects = /somebody else|was changed by/;

  test("is in sync after each update of a key's scopes, and nobody else is suspected", async () => {
    const { key, output, ours, world } = await beginLife(lie());
    const declared = [
      ["accounts:write"],
      ["accounts:write", "api_keys:write"],
      ["accounts:delete", "api_keys:write"],
      ["accounts:delete", "accounts:write"],
      ["api_keys:read"],
    ];
    for (const scopes of declared) {
      const args = { type: "secret", name: "ci key", scopes };
      output.push((await key.up(args)).text);
      expect((await ours())[0]!.scopes).toEqual(scopes);
      expect((await key.preview(args)).step).toBe("same");
      await key.refresh();
      expect((await key.preview(args)).step).toBe("same");
      await world.colleagueChanges(key.state!.id, { scopes: [...scopes, "apple_pay_domains:write"] });
      expect((await key.preview(args)).text).toContain("drift: scopes");
      output.push((await key.up(args)).text);
      expect((await ours())[0]!.scopes).toEqual(scopes);
      expect((await key.preview(args)).step).toBe("same");
    }
    expect(output.join("\n")).not.toMatch(suspects);
  });

  test("is in sync after each update of Apple Pay scopes", async () => {
    const { key, world } = await beginLife(lie());
    await key.up({ type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
    const scopes = world.resource("ApplePayDomainScopes", "pay");
    for (const access of ["write", "readWrite", "read", "write"]) {
      const args = { apiKeyId: key.state!.id, access };
      const { text } = await scopes.up(args);
      expect(text).not.toMatch(suspects);
      const { step } = await scopes.preview(args);
      // From read to write nothing tells whether the service took read away: that is reported, and stays a difference.
      if (text.includes("Either the service adds")) expect(step).toBe("update");
      else expect(step).toBe("same");
    }
  });

  test("is in sync through the life of a rotation: begun, changed, drifted, rotated, and begun by adoption", async () => {
    const { world, output } = await beginLife(lie());
    const rotation = world.resource("RotatingApiKey", "billing");
    const args = (scopes: string[], trigger = "first") => ({ scopes, rotation: { trigger, overlapHours: 24 } });
    const isInSync = async (declared: object): Promise<void> => {
      output.push((await rotation.up(declared)).text);
      expect((await rotation.preview(declared)).step).toBe("same");
      await rotation.refresh();
      expect((await rotation.preview(declared)).step).toBe("same");
    };
    await isInSync(args(["accounts:write"]));
    await isInSync(args(["accounts:write", "api_keys:write"]));
    const { id } = rotation.outputs.current as { id: string };
    await world.colleagueChanges(id, { scopes: ["accounts:write", "api_keys:write", "apple_pay_domains:write"] });
    expect((await rotation.preview(args(["accounts:write", "api_keys:write"]))).text).toContain("drift: scopes");
    await isInSync(args(["accounts:write", "api_keys:write"]));
    await isInSync(args(["accounts:write", "api_keys:write"], "second"));
    await isInSync(args(["accounts:delete"], "second"));
    expect(rotation.state!.outputs.retiring).toBeDefined();
    const byHand = await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["api_keys:read"] });
    const adopting = world.resource("RotatingApiKey", "adopting");
    const adopted = { ...args(["accounts:write"]), adoptId: byHand.id, adoptValue: byHand.value };
    await adopting.up(adopted);
    expect((await adopting.preview(adopted)).step).toBe("same");
    expect(output.join("\n")).not.toMatch(suspects);
  });

  test("names a scope that the program took back and the service shows still, and says how to settle it", async () => {
    const { key } = await beginLife(lie());
    const args = (scopes: string[]) => ({ type: "secret", name: "ci key", scopes });
    await key.up(args(["accounts:read", "accounts:write"]));
    const { text } = await key.up(args(["accounts:write"]));
    expect(text).toMatch(/shows \["accounts:read"\] in addition to the scopes .* declare them in scopes too/);
    expect((await key.preview(args(["accounts:write"]))).step).toBe("update");
    expect((await key.preview(args(["accounts:read", "accounts:write"]))).step).toBe("same");
  });
});

test("a service that ignores that a scope is taken away is never in sync", async () => {
  const granted = new Map<string, Set<string>>();
  const merging = (key: Shown): Shown => {
    const all = granted.get(String(key.id)) ?? new Set<string>();
    for (const scope of key.scopes as string[]) all.add(scope);
    granted.set(String(key.id), all);
    return { ...key, scopes: [...all].sort() };
  };
  const { key } = await beginLife({ key: merging });
  const args = (scopes: string[]) => ({ type: "secret", name: "ci key", scopes });
  await key.up(args(["accounts:read", "accounts:write"]));
  for (const scopes of [["accounts:write"], ["accounts:write"], ["accounts:delete"]]) {
    await key.up(args(scopes));
    expect((await key.preview(args(scopes))).step).toBe("update");
  }
});
