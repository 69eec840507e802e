import { Memo } from "../../../sandbox/core/memo";
import { Store } from "../../../sandbox/core/store";

interface User {
  id: string;
  email: string;
}

let store: Store;
let memo: Memo<User>;
let reads: number;
beforeEach(() => {
  store = new Store();
  memo = new Memo<User>({ users: ["id", "email"] });
  reads = 0;
  add("u1");
});
afterEach(() => store.close());

function add(id: string): void {
  store.run(
    "INSERT INTO users (id, account_id, email, role, technical_emails) VALUES (?, 'acct', ?, 'owner', 1)",
    id,
    `${id}@first`,
  );
}

const emailOf = (id: string, from = store): string | undefined =>
  memo.get(from, id, () => {
    reads++;
    return from.get<User>("SELECT id, email FROM users WHERE id = ?", id);
  })?.email;

test("what was found is read once, however often it is asked for", () => {
  for (let asked = 0; asked < 3; asked++) expect(emailOf("u1")).toBe("u1@first");
  expect(reads).toBe(1);
});

test("what was not found is looked for again, so that a new row is seen at once", () => {
  expect(emailOf("u2")).toBeUndefined();
  add("u2");
  expect(emailOf("u2")).toBe("u2@first");
});

test.each([
  ["a change of a column", "UPDATE users SET email = 'new' WHERE id = 'u1'", "new"],
  ["a change that adds what is not there", replacing("DO UPDATE SET email = excluded.email"), "new"],
  ["a row put in the place of another", replacing("").replace("INSERT", "INSERT OR REPLACE"), "new"],
  ["a deletion", "DELETE FROM users WHERE id = 'u1'", undefined],
  ["the emptying of the table", "DELETE FROM users", undefined],
])("after %s the old value is never answered again", (_what, sql, now) => {
  emailOf("u1");
  store.run(sql);
  expect(emailOf("u1")).toBe(now);
});

test("statements that change only other columns, other tables or nothing keep it", () => {
  emailOf("u1");
  store.run("UPDATE users SET role = 'admin', technical_emails = 0 WHERE id = 'u1'");
  store.run("INSERT INTO counters (kind, value) VALUES ('x', 1)");
  store.run("DELETE FROM counters");
  add("u2");
  expect(emailOf("u1")).toBe("u1@first");
  expect(reads).toBe(1);
});

test("a change is seen within its transaction, and when that is taken back, so is what was read in it", () => {
  emailOf("u1");
  const work = (): void => {
    store.run("UPDATE users SET email = 'never' WHERE id = 'u1'");
    expect(emailOf("u1")).toBe("never");
    throw new Error("taken back");
  };
  expect(() => store.transaction(work)).toThrow("taken back");
  expect(emailOf("u1")).toBe("u1@first");
});

test("a part of a transaction that is taken back takes what was read in it along", () => {
  store.transaction(() => {
    const done = store.part(
      () => {
        add("u2");
        expect(emailOf("u2")).toBe("u2@first");
        throw new Error("taken back");
      },
      () => undefined,
    );
    expect(done).toBe(false);
    expect(emailOf("u2")).toBeUndefined();
  });
});

test("stores keep nothing of each other, and what is shared cannot be changed by those who share it", () => {
  emailOf("u1");
  const other = new Store();
  expect(emailOf("u1", other)).toBeUndefined();
  other.close();
  const shared = memo.get(store, "u1", () => undefined) as User;
  expect(() => {
    shared.email = "changed";
  }).toThrow(TypeError);
});

function replacing(conflict: string): string {
  const insert =
    "INSERT INTO users (id, account_id, email, role, technical_emails) VALUES ('u1', 'acct', 'new', 'owner', 1)";
  return conflict === "" ? insert : `${insert} ON CONFLICT (id) ${conflict}`;
}
