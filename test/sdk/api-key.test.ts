import * as pulumi from "@pulumi/pulumi";
import { ApiKey, type ApiKeyArgs } from "../../sdk/index";
import { failureOf, isSecret, resolved, run } from "./mocked";

const reads: ApiKeyArgs = { type: "secret", scopes: ["accounts:read"] };
const planted = "PLANTED_0f9d8c7b";

/** A program may read many values, so the error names the resource. */
const unknownCi = /the value of ApiKey "ci" \(urn:pulumi:\S+::ci\) is unknown.* adoptValue /s;

describe("the value", () => {
  test("is a secret, and so is what is made of it", async () => {
    const { result, registered } = await run(() => new ApiKey("ci", reads), { answers: { value: planted } });
    expect(registered("ci").additionalSecretOutputs).toEqual(["value"]);
    expect(await resolved(result.value)).toBe(planted);
    expect(await isSecret(result.value)).toBe(true);
    expect(await isSecret(pulumi.interpolate`Bearer ${result.value}`)).toBe(true);
  });

  test("of a publishable key is a secret too unless asked for as plain", async () => {
    const web = { type: "publishable" } as const;
    const secret = await run(() => new ApiKey("web", web), { answers: { value: "pk_1" } });
    expect(await isSecret(secret.result.value)).toBe(true);
    const plain = await run(() => new ApiKey("web", { ...web, plainValue: true }), { answers: { value: "pk_1" } });
    expect(await isSecret(plain.result.value)).toBe(false);
  });

  test("stays secret where plainValue is asked for a secret key, or where the type is not known here", async () => {
    for (const type of ["secret", pulumi.output("publishable")] as const) {
      const args = { type, plainValue: true } as ApiKeyArgs;
      expect((await run(() => new ApiKey("ci", args))).registered("ci").additionalSecretOutputs).toEqual(["value"]);
    }
  });

  test("of an adopted key without adoptValue is an error that names the key and the argument, never empty", async () => {
    const { result } = await run(() => new ApiKey("ci", { ...reads, adoptId: "key_1" }));
    expect(await failureOf(result.value)).toMatch(unknownCi);
  });

  test("that nobody reads fails nothing", async () => {
    const { result } = await run(() => new ApiKey("ci", { ...reads, adoptId: "key_1" }));
    expect(await resolved(result.name)).toBeUndefined();
  });

  test("of a key that is adopted without one is an error in the preview already, where the provider says so", async () => {
    const answers = { __resource: { lacksValue: true } };
    const args = { ...reads, adoptId: "key_1" };
    const { result } = await run(() => new ApiKey("ci", args), { preview: true, answers });
    expect(await failureOf(result.value)).toMatch(unknownCi);
  });

  test("of a key that does not change, and of which state holds none, is an error in the preview already", async () => {
    const answers = { serviceUrl: "https://p.example.com" };
    const { result } = await run(() => new ApiKey("ci", reads), { preview: true, answers });
    expect(await failureOf(result.value)).toMatch(unknownCi);
    const known = await run(() => new ApiKey("ci", reads), { preview: true, answers: { ...answers, value: planted } });
    expect(await resolved(known.result.value)).toBe(planted);
    expect(await isSecret(known.result.value)).toBe(true);
  });

  test("stays a secret where the key was adopted with it", async () => {
    const args = { ...reads, adoptId: "key_1", adoptValue: planted };
    const { result } = await run(() => new ApiKey("ci", args), { answers: { value: planted } });
    expect(await resolved(result.value)).toBe(planted);
    expect(await isSecret(result.value)).toBe(true);
  });

  test("is unknown in the preview of a new key, and no error", async () => {
    const { result } = await run(() => new ApiKey("ci", { ...reads, adoptId: "key_1" }), { preview: true });
    // biome-ignore lint/suspicious/noExplicitAny: whether it is known is not in the public type.
    expect(await (result.value as any).isKnown).toBe(false);
  });
});

test("a value that is adopted goes to the engine as a secret, whether it was one or not", async () => {
  for (const adoptValue of [planted, pulumi.output(planted), pulumi.secret(planted)]) {
    const { registered } = await run(() => new ApiKey("ci", { ...reads, adoptId: "key_1", adoptValue }));
    const { adoptValue: sent } = registered("ci").inputs;
    expect(sent).toEqual({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: planted });
  }
});

test("every output can be read", async () => {
  const answers = {
    value: "v",
    name: "n",
    createdAt: "c",
    updatedAt: "u",
    lastUsed: "l",
    lastUsedObservedAt: "o",
    accountId: "acct_1",
    serviceUrl: "https://p.example.com",
    environment: "sandbox",
  };
  const { result } = await run(() => new ApiKey("ci", reads), { answers });
  for (const [output, value] of Object.entries(answers)) {
    // biome-ignore lint/suspicious/noExplicitAny: read by name
    expect(await resolved((result as any)[output])).toBe(value);
  }
  expect(await resolved(result.scopes)).toEqual(["accounts:read"]);
  expect(await resolved(result.id)).toBe("ci-id");
});

test("the arguments that were handed over are left as they were", async () => {
  const args = Object.freeze({ ...reads, scopes: Object.freeze(["accounts:read"]) as unknown as string[] });
  const before = JSON.stringify(args);
  const { registered } = await run(() => {
    new ApiKey("one", args);
    return new ApiKey("two", args);
  });
  expect(JSON.stringify(args)).toBe(before);
  expect(registered("one").inputs.scopes).toEqual(registered("two").inputs.scopes);
});

test("only what was declared is sent as an input", async () => {
  const { registered } = await run(() => new ApiKey("ci", reads));
  expect(Object.keys(registered("ci").inputs).sort()).toEqual(["__provider", "__resource", "scopes", "type"]);
});

test("the class is known by its type to policies and to other copies of the package", async () => {
  const { result, registered } = await run(() => new ApiKey("ci", reads));
  expect(ApiKey.__pulumiType).toBe("pulumi-nodejs:dynamic/payments:ApiKey");
  expect(registered("ci").type).toBe(ApiKey.__pulumiType);
  expect(ApiKey.isInstance(result)).toBe(true);
  for (const other of [undefined, null, {}, "ci", { __pulumiType: ApiKey.__pulumiType }]) {
    expect(ApiKey.isInstance(other)).toBe(false);
  }
});
