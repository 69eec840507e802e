import { changeOf } from "../../../sandbox/core/written-rows";

test.each<[string, ReturnType<typeof changeOf>]>([
  ["SELECT * FROM keys WHERE name = 'UPDATE keys SET'", undefined],
  ["BEGIN IMMEDIATE", undefined],
  ["PRAGMA user_version", undefined],
  ["INSERT INTO keys (id) VALUES (?) RETURNING seq", { table: "keys", columns: "none" }],
  ["INSERT OR IGNORE INTO keys (id) SELECT id FROM others", { table: "keys", columns: "none" }],
  ["INSERT INTO keys (id) VALUES (?) ON CONFLICT (id) DO NOTHING", { table: "keys", columns: "none" }],
  ["INSERT INTO keys (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET n = n + 1", { table: "keys", columns: ["n"] }],
  ["INSERT OR REPLACE INTO keys (id) VALUES (?)", { table: "keys", columns: "any" }],
  ["REPLACE INTO keys (id) VALUES (?)", { table: "keys", columns: "any" }],
  ["UPDATE keys SET a = ?1, b = c + 1 WHERE id = ?2 RETURNING b", { table: "keys", columns: ["a", "b"] }],
  ["  update keys set a = 1", { table: "keys", columns: ["a"] }],
  ["UPDATE keys SET (a, b) = (1, 2)", { table: "keys", columns: "any" }],
  ["UPDATE keys SET a = coalesce(a, ?) WHERE id = ?", { table: "keys", columns: "any" }],
  ["DELETE FROM keys WHERE id = ?", { table: "keys", columns: "any" }],
  ["WITH old AS (SELECT id FROM others) DELETE FROM keys WHERE id IN old", { table: "keys", columns: "any" }],
  ["WITH old AS (SELECT id FROM others) SELECT * FROM old", undefined],
])("%s", (sql, change) => {
  expect(changeOf(sql)).toEqual(change);
});
