import { adoptRefusal } from "../../../cli/keys/adopt";
import { rowOf } from "../../../cli/keys/row";
import type { RecordedKeys } from "../../../cli/recorded-keys";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:RotatingApiKey::billing";
const key = { id: "key_1", name: "billing-0a1b2c3d-abcdefgh", problem: "its scopes are no list" };
const rowWith = (recordedKeys: Partial<RecordedKeys>) =>
  rowOf(key, {
    recordedKeys: { recordedBy: () => undefined, unreadable: [], ...recordedKeys },
    tags: [{ urnFor: (name) => (name === key.name ? urn : undefined) }],
    statesAreKnown: true,
    nowMs: 0,
  });

test("a key that was made for a stack is managed where its state holds it, and an orphan where it does not", () => {
  expect(rowWith({ recordedBy: () => urn })).toMatchObject({ standing: "managed", by: "shop/dev billing" });
  expect(rowWith({})).toMatchObject({ standing: "orphan", by: "shop/dev billing" });
});

test("where that state keeps the ids of its keys encrypted, nobody calls the key an orphan or adopts it", () => {
  const { problem: _, ...row } = rowWith({ unreadable: [urn] });
  expect(row).toMatchObject({ standing: "not known", by: "shop/dev billing" });
  expect(adoptRefusal(row)).toMatch(/key_1 was made for shop\/dev billing.*not known/);
});
