import * as pulumi from "@pulumi/pulumi";
import { ApiKey } from "../../sdk/index";
import { failureOf, isSecret, resolved, run } from "./mocked";

const planted = "PLANTED_0f9d8c7b";

/** What another stack exports, as the engine answers a reference to it. */
function exported(outputs: Record<string, unknown>, secretOutputNames: string[]) {
  return { answers: { outputs: secretOutputNames.length > 0 ? pulumi.secret(outputs) : outputs, secretOutputNames } };
}

const take = (name: string) => () => ApiKey.fromStack(new pulumi.StackReference("acme/platform/prod"), name);

test("a secret of another stack is the same secret here, and so is what is made of it", async () => {
  const { result } = await run(take("billingKey"), exported({ billingKey: planted, other: 1 }, ["billingKey"]));
  expect(await resolved(result)).toBe(planted);
  expect(await isSecret(result)).toBe(true);
  expect(await isSecret(pulumi.interpolate`Bearer ${result}`)).toBe(true);
});

test("an output that is missing fails with the stack, the name and what there is", async () => {
  const { result } = await run(take("bilingKey"), exported({ billingKey: planted, other: 1 }, ["billingKey"]));
  const message = await failureOf(result);
  expect(message).toContain('"bilingKey" of stack acme/platform/prod');
  expect(message).toContain("billingKey, other");
  expect(message).toContain("pulumi up");
  expect(message).not.toContain(planted);
});

test("a value that was pasted for the name of an output is not shown", async () => {
  const { result } = await run(take("sk_live_0123456789"), exported({ billingKey: planted }, ["billingKey"]));
  const message = await failureOf(result);
  expect(message).toContain("the output that was asked for (not shown, since it looks like the value of a key)");
  expect(message).not.toContain("0123456789");
});

test("a stack without outputs says so", async () => {
  const { result } = await run(take("billingKey"), exported({}, []));
  expect(await failureOf(result)).toContain("it has no outputs");
});

test("a value that stands in clear in the other stack is refused, not shown, and called to be rotated", async () => {
  for (const secretNames of [[], ["other"]]) {
    const { result } = await run(take("billingKey"), exported({ billingKey: planted, other: "x" }, secretNames));
    const message = await failureOf(result);
    expect(message).toContain("is not a secret");
    expect(message).toContain("rotate the key");
    expect(message).not.toContain(planted);
  }
});

test.each([[{ value: planted }], [7], [""]])(
  "a secret that is no key's value is refused, and not shown: %j",
  async (value) => {
    const { result } = await run(take("billingKey"), exported({ billingKey: value }, ["billingKey"]));
    const message = await failureOf(result);
    expect(message).toContain("is not a text");
    expect(message).not.toContain(planted);
  },
);

test("what is not known yet is a secret already", async () => {
  const unknown = new (pulumi.Output as unknown as new (...parts: unknown[]) => pulumi.Output<string>)(
    new Set(),
    Promise.resolve(undefined),
    Promise.resolve(false),
    Promise.resolve(false),
    Promise.resolve(new Set()),
  );
  const reference = { getOutput: () => unknown, name: pulumi.output("prod"), outputs: unknown };
  const { result } = await run(() => ApiKey.fromStack(reference as unknown as pulumi.StackReference, "billingKey"));
  // biome-ignore lint/suspicious/noExplicitAny: whether it is known is not in the public type.
  expect([await (result as any).isKnown, await isSecret(result)]).toEqual([false, true]);
});

test("what is refused is an error of the program, told without a trace", async () => {
  const { result } = await run(take("billingKey"), exported({}, []));
  // biome-ignore lint/suspicious/noExplicitAny: an Output's promises are not in its public type.
  const outcomes = await Promise.allSettled([(result as any).promise(), (result as any).isKnown]);
  await failureOf(result);
  const reason = outcomes[0].status === "rejected" ? outcomes[0].reason : undefined;
  expect(pulumi.RunError.isInstance(reason)).toBe(true);
  expect(reason.stack).not.toMatch(/\n +at /);
});
