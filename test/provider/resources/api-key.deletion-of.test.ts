import type { DeletionGuard } from "../../../provider/configuration/settings";
import { deletionOf } from "../../../provider/resources/api-key";

describe("the guard of a key", () => {
  const rules = { deletionGuard: { unusedHours: 24 } };
  const own = { unusedHours: 2 };
  test.each<[object, object, DeletionGuard]>([
    [{ type: "secret" }, {}, { unusedHours: 24 }],
    [{ type: "secret" }, { deletionGuard: own }, own],
    [{ type: "secret" }, { deletionGuard: "off" }, "off"],
    [{ type: "publishable" }, {}, "off"],
    [{ type: "publishable" }, { deletionGuard: own }, own],
    [{}, {}, { unusedHours: 24 }],
  ])("that state holds as %j with %j is %j", (outputs, privateState, expected) => {
    const recorded = { outputs: { ...outputs }, privateState };
    expect(deletionOf("key_1", recorded, "delete", rules).deletionGuard).toEqual(expected);
  });
});
