import fc from "fast-check";
import { notRecorded } from "../../../provider/lifecycle/namesakes";
import { RunRegistry } from "../../../provider/lifecycle/run-registry";

const account = { serviceUrl: "https://payments.example.com", accountId: "acct_1" };
const urn = "urn:1";
const ids = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

describe("of the keys of a name those are not recorded", () => {
  const keys = [{ id: "key_3" }, { id: "key_2" }, { id: "key_1" }];

  test("that this run has seen in nobody's state", () => {
    const registry = new RunRegistry();
    registry.record({ account, className: "ApiKey", id: "key_1" }, urn);
    registry.record({ account, className: "ApiKey", id: "key_2" }, "");
    registry.record({ account, className: "ApplePayDomainScopes", id: "key_3" }, "urn:2");
    expect(ids(notRecorded(keys, "urn:3", "mine", { account, registry }))).toEqual(["key_3"]);
  });

  test("but one, the oldest, where the resource itself has the name in state and no diff told its id", () => {
    const registry = new RunRegistry();
    registry.rememberInputs({ urn }, { name: "mine" });
    expect(ids(notRecorded(keys, urn, "mine", { account, registry }))).toEqual(["key_3", "key_2"]);
    expect(ids(notRecorded(keys, urn, "other", { account, registry }))).toHaveLength(3);
    expect(ids(notRecorded(keys, "urn:2", "mine", { account, registry }))).toHaveLength(3);
    registry.record({ account, className: "ApiKey", id: "key_9" }, urn);
    expect(ids(notRecorded(keys, urn, "mine", { account, registry }))).toHaveLength(3);
  });

  test("of a resource without a declared name all of them, whatever state holds of it", () => {
    const registry = new RunRegistry();
    registry.rememberInputs({ urn }, {});
    expect(ids(notRecorded(keys, urn, undefined, { account, registry }))).toHaveLength(3);
    expect(ids(notRecorded(keys, "urn:2", undefined, { account, registry }))).toHaveLength(3);
  });

  test("whatever was seen: never one that is held, and at most one of the others is let pass", () => {
    const id = fc.constantFrom("key_1", "key_2", "key_3", "key_4");
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.uniqueArray(id), fc.boolean(), (live, held, isNamed) => {
        const registry = new RunRegistry();
        for (const each of held) registry.record({ account, className: "ApiKey", id: each }, "urn:of another");
        if (isNamed) registry.rememberInputs({ urn }, { name: "mine" });
        const strangers = live.filter((each) => !held.includes(each));
        const named = live.map((each) => ({ id: each }));
        const found = ids(notRecorded(named, urn, "mine", { account, registry }));
        expect(strangers.slice(0, found.length)).toEqual(found);
        expect(found).toHaveLength(Math.max(0, strangers.length - (isNamed ? 1 : 0)));
      }),
    );
  });
});
