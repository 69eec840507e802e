import { testResource } from "../../../policy/harness";
import { stackItself } from "../../../policy/rule-helpers/stack-itself";

const facts = (type: string, name: string) =>
  testResource({ class: type, name, props: {} }, { fallback: type, index: 0, stack: { name: "dev", project: "shop" } });

test("the stack's own resource is found among the others, if it is there", () => {
  const stack = facts("pulumi:pulumi:Stack", "shop-dev");
  expect(stackItself([facts("a:b:C", "other"), stack])).toEqual({ urn: stack.urn });
  expect(stackItself([facts("a:b:C", "other")])).toStrictEqual({});
});
