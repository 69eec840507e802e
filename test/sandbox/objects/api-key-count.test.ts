import fc from "fast-check";
import { Engine } from "../../../sandbox/engine";
import { createApiKey, deleteApiKey, listApiKeys, requireApiKey } from "../../../sandbox/objects/api-keys";
import { readOptions } from "../../../sandbox/options";

test("a page of a long list holds what the list holds there, whatever was deleted between", () => {
  const engine = new Engine(readOptions({ clock: "manual", seed: "s" }));
  const { world, seed } = engine;
  const { accountId } = seed;
  let ids: string[] = [];
  world.store.transaction(() => {
    // More than three blocks, with keys of another account between.
    for (let made = 0; made < 4_000; made++) {
      ids.unshift(createApiKey(world, accountId, { type: "secret" }).id);
      if (made % 5 === 0) createApiKey(world, seed.partnerAccountId, { type: "secret" });
    }
  });
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: fc.nat(4_000), count: fc.nat(40) }), { maxLength: 3 }),
      fc.array(fc.nat(4_200), { minLength: 1, maxLength: 20 }),
      (holes, offsets) => {
        for (const { from, count } of holes) {
          for (const id of ids.slice(from, from + count)) deleteApiKey(world, requireApiKey(world, accountId, id));
          ids = [...ids.slice(0, from), ...ids.slice(from + count)];
        }
        for (const offset of [...offsets, 0, ids.length - 1, ids.length]) {
          const { total, items } = listApiKeys(world, accountId, offset, 7);
          expect([total, items.map(({ id }) => id)]).toEqual([ids.length, ids.slice(offset, offset + 7)]);
        }
      },
    ),
    { numRuns: 25 },
  );
  world.store.close();
});
