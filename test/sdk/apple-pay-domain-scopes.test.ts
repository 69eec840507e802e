import * as pulumi from "@pulumi/pulumi";
import { ApiKey, type ApiKeyArgs, ApplePayDomainScopes, RotatingApiKey } from "../../sdk/index";
import { resolved, run } from "./mocked";

const delegating: ApiKeyArgs = { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] };
const withKey = (args: ApiKeyArgs) =>
  run(() => new ApplePayDomainScopes("shop", { apiKeyId: new ApiKey("key", args), access: "read" }));

test("an ApiKey stands for its id", async () => {
  const { result, registered } = await withKey(delegating);
  expect(registered("shop").inputs.apiKeyId).toBe("key-id");
  expect(await resolved(result.apiKeyId)).toBe("key-id");
});

test("an id may be text or an output", async () => {
  for (const apiKeyId of ["key_1", pulumi.output("key_1")]) {
    const { registered } = await run(() => new ApplePayDomainScopes("shop", { apiKeyId, access: "write" }));
    expect(registered("shop").inputs).toMatchObject({ apiKeyId: "key_1", access: "write" });
  }
});

test.each<[string, ApiKeyArgs, string]>([
  ["a publishable key", { type: "publishable" }, "publishable"],
  ["a key with *", { type: "secret", scopes: ["*"] }, "holds *"],
  ["a key that delegates nothing", { type: "secret", scopes: ["accounts:read"] }, "does not delegate"],
  ["a key that delegates another", { ...delegating, delegatedScopes: ["accounts"] }, "does not delegate"],
])("%s is refused before anything is asked, with the reason", async (_what, args, reason) => {
  const error = await withKey(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(pulumi.RunError);
  expect(String(error)).toContain('ApplePayDomainScopes "shop"');
  expect(String(error)).toContain(reason);
});

test("what is only known later is left to the provider, not refused here", async () => {
  const later: ApiKeyArgs[] = [
    { ...delegating, delegatedScopes: pulumi.output(["apple_pay_domains"]) },
    { ...delegating, delegatedScopes: [pulumi.output("apple_pay_domains")] },
    { ...delegating, type: pulumi.output("secret" as const), scopes: pulumi.output(["accounts:read"]) },
  ];
  for (const args of later) {
    expect((await withKey(args)).registered("shop").inputs.apiKeyId).toBe("key-id");
  }
});

test("the arguments that were handed over are left as they were", async () => {
  await run(() => {
    const key = new ApiKey("key", delegating);
    const args = Object.freeze({ apiKeyId: key, access: "read" as const });
    new ApplePayDomainScopes("shop", args);
    expect(args.apiKeyId).toBe(key);
  });
});

describe("the id of a key of the program", () => {
  const plain: ApiKeyArgs = { type: "secret", scopes: ["accounts:read"] };
  const line = 'Add delegatedScopes: ["apple_pay_domains"] to the ApiKey';
  const scopesOn = (apiKeyId: unknown) =>
    new ApplePayDomainScopes("shop", { apiKeyId: apiKeyId as string, access: "read" });

  test("is judged by the key's arguments before there is an id: one that does not delegate is refused with the line to add", async () => {
    const error = await run(() => scopesOn(new ApiKey("key", plain).id), { preview: true }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(pulumi.RunError);
    expect(String(error)).toContain(line);
    await expect(run(() => scopesOn(new ApiKey("key", delegating).id))).resolves.toBeDefined();
  });

  test("is not refused where the key ignores changes of its scopes", async () => {
    await run(() => scopesOn(new ApiKey("key", plain, { ignoreChanges: ["scopes"] })));
  });

  test("that is only computed from a key is warned about, and left to the provider", async () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
    try {
      await run(() => scopesOn(pulumi.interpolate`${new ApiKey("key", plain).id}`), { preview: true });
      expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining(line)]);
      warn.mockClear();
      await run(() => {
        const [one, two] = [new ApiKey("one", plain), new ApiKey("two", plain)];
        scopesOn(pulumi.all([one.id, two.id]).apply(([id]) => id));
        scopesOn(new ApiKey("key", delegating).id.apply((id) => id));
        scopesOn(pulumi.output("key_1"));
      });
      expect(warn).not.toHaveBeenCalled();
    } finally {
      warn.mockRestore();
    }
  });

  test("can't be that of a rotation, which manages every scope of its keys", async () => {
    const rotation = { scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 } };
    for (const given of [(key: RotatingApiKey) => key, (key: RotatingApiKey) => key.id]) {
      const error = await run(() => scopesOn(given(new RotatingApiKey("billing", rotation)))).catch((thrown) => thrown);
      expect(String(error)).toContain('RotatingApiKey "billing" manages every scope');
    }
  });
});
