import type { AdminKey } from "./harness/admin";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import { plannedIn, rowOf } from "./harness/rows";
import { leaksOf } from "./harness/secrets";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

function found(name: string, scopes = ["accounts:read"]): Promise<AdminKey> {
  return service.admin.createKey({ account_id: service.accountId, type: "secret", name, scopes });
}

describe("a key adopted with its value", () => {
  let key: AdminKey;
  let stack: Stack;
  const program = (args: string) =>
    `exports.value = new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "api_keys:read"], ${args} }).value;`;
  const adopting = (): string => `adoptId: "${key.id}", adoptValue: new pulumi.Config().requireSecret("value")`;
  beforeAll(async () => {
    key = await found("made by hand", ["accounts:read", "accounts:write"]);
    stack = await stackOf("adopt", program(adopting()));
    await stack.configure({}, { "adopt:value": key.value ?? "" });
  });

  test("the preview shows each field that will change on the live key, and writes nothing", async () => {
    await service.admin.forget();
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(7);
    const row = rowOf(preview.output, "ci");
    expect(row).toContain(key.id);
    expect(row).toContain('scopes: ["accounts:read","accounts:write"] -> ["accounts:read","api_keys:read"]');
    expect(row).not.toContain("name:");
    expect(await service.admin.writes()).toEqual([]);
  });

  test("up takes over the key itself, keeps its name, and creates none", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect((await stack.state()).get("ci")?.id).toBe(key.id);
    const live = await service.admin.key(key.id);
    expect(live).toMatchObject({ name: "made by hand", scopes: ["accounts:read", "api_keys:read"] });
    expect(await service.admin.writes()).toEqual(["PATCH /v1/api-keys/{id}"]);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  test("its value is the one that was given, and it authenticates", async () => {
    const { value } = await stack.outputs("--show-secrets");
    expect(value).toBe(key.value);
    expect(await service.statusFor(String(value))).toBe(200);
    expect(await stack.outputs()).toMatchObject({ value: "[secret]" });
  });

  test("leaving the adopt arguments out later, or naming another id, is never a difference", async () => {
    const other = await found("another");
    stack.write(javascript(program(`adoptId: "${other.id}", adoptValue: new pulumi.Config().requireSecret("value")`)));
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    stack.write(javascript(program("")));
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  test("a name that a colleague changes on an adopted key without a declared name is not a difference, and its row says that state has another", async () => {
    await service.admin.changeKey(key.id, { name: "renamed by hand" });
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(0);
    expect(preview.output).toContain(`API key ${key.id} is now named "renamed by hand", and state records`);
  });

  test("a key that was adopted and is gone is recreated, not adopted again", async () => {
    stack.write(javascript(program(adopting())));
    await service.admin.deleteKey(key.id);
    const preview = await stack.preview();
    expect(plannedIn(preview.output)).toEqual({ ci: "replace" });
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    const id = (await stack.state()).get("ci")?.id ?? "";
    expect(id).not.toBe(key.id);
    const { value } = await stack.outputs("--show-secrets");
    expect(value).not.toBe(key.value);
    expect(await service.statusFor(String(value))).toBe(200);
  });

  test("destroy deletes the key that was made in its place", async () => {
    const id = (await stack.state()).get("ci")?.id ?? "";
    expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
    expect(await service.admin.holds(service.accountId, id)).toBe(false);
  });
});

describe("a replacement of an adopted key", () => {
  test("makes a key of its own and leaves the adopted one in place", async () => {
    const key = await found("to replace");
    const program = (type: string) => `new ApiKey("ci", { ${type}, adoptId: "${key.id}" });`;
    const stack = await stackOf("readopt", program('type: "secret", scopes: ["accounts:read"]'));
    await stack.mustUp();
    stack.write(javascript(program('type: "publishable"')));
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    const id = (await stack.state()).get("ci")?.id ?? "";
    expect(id).not.toBe(key.id);
    expect(await service.admin.key(id)).toMatchObject({ type: "publishable" });
    expect(await service.admin.holds(service.accountId, key.id)).toBe(true);
  });
});

describe("a key adopted without its value", () => {
  test.each([
    ["ApiKey", 'type: "secret", scopes: ["accounts:read"]'],
    ["RotatingApiKey", 'scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 }'],
  ])(
    "a program that reads the value of such an %s fails in the preview, before anything is adopted",
    async (className, args) => {
      const key = await found(`read of ${className}`);
      const program = (read: string) =>
        `const ci = new ${className}("ci", { ${args}, adoptId: "${key.id}" });\n${read}`;
      const stack = await stackOf(`reads-${className.toLowerCase()}`, program("exports.value = ci.value;"));
      const preview = await stack.preview();
      expect(preview.exitCode).not.toBe(7);
      expect(preview.output).toMatch(/Give the argument adoptValue/);
      stack.write(javascript(program("exports.id = ci.id;")));
      expect(await stack.preview()).toMatchObject({ exitCode: 7 });
      expect(await stack.up()).toMatchObject({ exitCode: 0 });
      expect(await stack.preview()).toMatchObject({ exitCode: 0 });
      stack.write(javascript(program("exports.value = ci.value;")));
      expect((await stack.preview()).output).toMatch(/Give the argument adoptValue/);
    },
  );

  test("reading the value is an error that names adoptValue, and never an empty value", async () => {
    const key = await found("no value");
    const stack = await stackOf(
      "valueless",
      `exports.value = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"], adoptId: "${key.id}" }).value;`,
    );
    const up = await stack.up();
    expect(up.exitCode).toBe(1);
    expect(up.output).toMatch(/adoptValue/);
    expect(up.output).not.toMatch(/value *: *(""|null|\[secret\])/);
  });

  test("it works for everything else, and destroy leaves it in place and says so", async () => {
    const key = await found("left alone");
    const stack = await stackOf(
      "left",
      `exports.id = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"], adoptId: "${key.id}" }).id;`,
    );
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    const before = await service.admin.key(key.id);
    const destroy = await stack.destroy();
    expect(destroy).toMatchObject({ exitCode: 0 });
    expect(destroy.output).toMatch(new RegExp(`${key.id} was adopted, so it is left in place`));
    expect(await service.admin.key(key.id)).toEqual(before);
  });
});

describe("a key that one resource made and one before it in the program adopts", () => {
  let stack: Stack;
  let id: string;
  const adopter = () =>
    `const two = new ApiKey("two", { type: "secret", scopes: ["accounts:write"], adoptId: "${id}" });`;
  const maker = 'new ApiKey("one", { type: "secret", scopes: ["accounts:read"] }';
  const other = 'new ApiKey("other", { type: "secret", scopes: ["accounts:read"] });';
  const refusal = () =>
    `API key ${id} is also managed by urn:pulumi:dev::twice::pulumi-nodejs:dynamic/payments:ApiKey::two of this stack, and each`;
  const holders = async () => Object.entries(await stack.ids()).flatMap(([name, held]) => (held === id ? [name] : []));
  beforeAll(async () => {
    stack = await stackOf("twice", `${maker}); ${other}`);
    await stack.mustUp();
    id = (await stack.ids()).one ?? "";
    await service.admin.forget();
    // It waits, so that the run comes to the adoption before it meets who holds the key.
    stack.write(javascript(`${adopter()} ${maker}, { dependsOn: two }); ${other}`));
  });

  test("the preview refuses who holds it, names both, and writes nothing", async () => {
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "one")).toContain(refusal());
    expect(await service.admin.writes()).toEqual([]);
  });

  test("an up without a preview leaves state with both, and the next preview says so and writes nothing", async () => {
    expect(await stack.up()).toMatchObject({ exitCode: 1 });
    expect(await holders()).toEqual(["two", "one"]);
    await service.admin.forget();
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "one")).toContain(refusal());
    expect(await service.admin.writes()).toEqual([]);
  });

  test("a refresh plans nothing, so it is not refused, even with a credential that may only read", async () => {
    const reader = {
      account_id: service.accountId,
      type: "secret",
      name: "reader",
      scopes: ["api_keys:read"],
    } as const;
    const { id: readerId, value } = await service.admin.createKey({ ...reader, scopes: [...reader.scopes] });
    Object.assign(stack.env, { PAYMENTS_API_KEY: value, PAYMENTS_API_KEY_ID: readerId });
    const refresh = await stack.refresh();
    for (const variable of ["PAYMENTS_API_KEY", "PAYMENTS_API_KEY_ID"]) delete stack.env[variable];
    expect(refresh.exitCode).toBe(0);
    expect(rowOf(refresh.output, "one")).toContain('is ["accounts:write"], wanted ["accounts:read"]');
    expect(await holders()).toEqual(["two", "one"]);
  });

  test("who made it, taken out of the program, leaves it to the other and says so; then all is clean", async () => {
    stack.write(javascript(`${adopter()} ${other}`));
    const up = await stack.up();
    expect(up.exitCode).toBe(0);
    expect(rowOf(up.output, "one")).toMatch(
      new RegExp(`${id} is managed by .*::two of this stack, so it is left as it is`),
    );
    expect(await service.admin.key(id)).toMatchObject({ scopes: ["accounts:write"] });
    expect(await holders()).toEqual(["two"]);
    expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  });

  test("a key that is replaced while an alias renames its resource is nobody else's: it is deleted, after a refresh too", async () => {
    const replaced = (await stack.ids()).other ?? "";
    const renamed = 'new ApiKey("renamed", { type: "publishable" }, { aliases: [{ name: "other" }] });';
    stack.write(javascript(`${adopter()} ${renamed}`));
    expect(await stack.up("--refresh")).toMatchObject({ exitCode: 0 });
    expect(await service.admin.holds(service.accountId, replaced)).toBe(false);
  });
});

describe("what adopting refuses, in preview", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await stackOf("refused", "");
    await stack.configure({}, { "refused:value": given });
  });
  const given = 'sk_mine_"über" & <all>';

  test("two resources of a stack with one adoptId", async () => {
    const key = await found("wanted twice");
    const adopting = `{ type: "secret", scopes: ["accounts:read"], adoptId: "${key.id}" }`;
    stack.write(javascript(`for (const name of ["one", "two"]) new ApiKey(name, ${adopting});`));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(preview.output).toMatch(new RegExp(`adoptId.*${key.id} is managed by .*::(one|two)`));
  });

  test("an id that is not there", async () => {
    stack.write(
      javascript('new ApiKey("missing", { type: "secret", scopes: ["accounts:read"], adoptId: "key_missing" });'),
    );
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "missing")).toMatch(/there is no API key key_missing in account/);
  });

  test("a key of another type", async () => {
    const key = await found("a secret one");
    stack.write(javascript(`new ApiKey("other", { type: "publishable", adoptId: "${key.id}" });`));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "other")).toMatch(/is secret, and the program declares publishable/);
  });

  test("an adoptValue without an adoptId, and does not show the value", async () => {
    const value = 'adoptValue: new pulumi.Config().requireSecret("value")';
    stack.write(javascript(`new ApiKey("ci", { type: "secret", scopes: ["accounts:read"], ${value} });`));
    const preview = await stack.preview();
    expect(preview.exitCode).toBe(1);
    expect(rowOf(preview.output, "ci")).toMatch(/adoptValue: goes with adoptId/);
    expect(leaksOf([given], { bench })).toEqual([]);
  });
});

leavesNoSecret(() => ({ bench, service }));
