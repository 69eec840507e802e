import { Memo } from "../../../sandbox/core/memo";
import { Store } from "../../../sandbox/core/store";

interface Account {
  id: string;
  kind: string;
}

let store: Store;
let memo: Memo<Account>;
let reads: number;
beforeEach(() => {
  store = new Store();
  memo = new Memo<Account>();
  reads = 0;
  add("u1");
});
afterEach(() => store.close());

function add(id: string): void {
  store.run("INSERT INTO accounts (id, kind, created_at) VALUES (?, ?, 0)", id, `first of ${id}`);
}

const kindOf = (id: string, from = store): string | undefined =>
  memo.get(from, id, () => {
    reads++;
    return from.get<Account>("SELECT id, kind FROM accounts WHERE id = ?", id);
  })?.kind;

test("what was found is read once, however often it is asked for", () => {
  for (let asked = 0; asked < 3; asked++) expect(kindOf("u1")).toBe("first of u1");
  expect(reads).toBe(1);
});

test("what was not found is looked for again, so that a new row is seen at once", () => {
  expect(kindOf("u2")).toBeUndefined();
  add("u2");
  expect(kindOf("u2")).toBe("first of u2");
});

test.each([
  ["a change of a column", "UPDATE accounts SET kind = 'new' WHERE id = 'u1'", "new"],
  ["a change that adds what is not there", replacing("DO UPDATE SET kind = excluded.kind"), "new"],
  ["a row put in the place of another", replacing("").replace("INSERT", "INSERT OR REPLACE"), "new"],
  [
    "changes that SQL hides in what it computes",
    "WITH x AS (SELECT 'new' AS y) UPDATE accounts SET (kind, created_at) = (SELECT y, 1 FROM x)",
    "new",
  ],
  ["a deletion", "DELETE FROM accounts WHERE id = 'u1'", undefined],
  ["the emptying of the table", "DELETE FROM accounts", undefined],
])("after %s the old value is never answered again", (_what, sql, now) => {
  kindOf("u1");
  store.run(sql);
  expect(kindOf("u1")).toBe(now);
});

test("statements that change only other columns, other tables or nothing keep it", () => {
  kindOf("u1");
  store.run("UPDATE accounts SET key_count = key_count + 1 WHERE id = 'u1'");
  store.run("INSERT INTO counters (kind, value) VALUES ('x', 1)");
  store.run("DELETE FROM counters");
  add("u2");
  expect(kindOf("u1")).toBe("first of u1");
  expect(reads).toBe(1);
});

test("a change is seen within its transaction, and when that is taken back, so is what was read in it", () => {
  kindOf("u1");
  const work = (): void => {
    store.run("UPDATE accounts SET kind = 'never' WHERE id = 'u1'");
    expect(kindOf("u1")).toBe("never");
    throw new Error("taken back");
  };
  expect(() => store.transaction(work)).toThrow("taken back");
  expect(kindOf("u1")).toBe("first of u1");
});

test("a part of a transaction that is taken back takes what was read in it along", () => {
  store.transaction(() => {
    const done = store.part(
      () => {
        add("u2");
        expect(kindOf("u2")).toBe("first of u2");
        throw new Error("taken back");
      },
      () => undefined,
    );
    expect(done).toBe(false);
    expect(kindOf("u2")).toBeUndefined();
  });
});

test("stores keep nothing of each other, and what is shared cannot be changed by those who share it", () => {
  kindOf("u1");
  const other = new Store();
  expect(kindOf("u1", other)).toBeUndefined();
  other.close();
  const shared = memo.get(store, "u1", () => undefined) as Account;
  expect(() => {
    shared.kind = "changed";
  }).toThrow(TypeError);
});

function replacing(conflict: string): string {
  const insert = "INSERT INTO accounts (id, kind, created_at) VALUES ('u1', 'new', 0)";
  return conflict === "" ? insert : `${insert} ON CONFLICT (id) ${conflict}`;
}
