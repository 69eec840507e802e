import * as pulumi from "@pulumi/pulumi";
import { NotFoundError, ReadingError } from "../../sdk/index";

test("a failed reading is told apart by its code, and what is not found by its class too", () => {
  const unreadable = new ReadingError("unreadable", "why", "forbidden");
  const missing = new NotFoundError("why");
  expect(unreadable).toMatchObject({ code: "unreadable", serviceCode: "forbidden", name: "ReadingError" });
  expect(missing).toMatchObject({ code: "not-found", name: "NotFoundError", message: "why" });
  expect([ReadingError.isInstance(unreadable), NotFoundError.isInstance(unreadable)]).toEqual([true, false]);
  expect([ReadingError.isInstance(missing), NotFoundError.isInstance(missing)]).toEqual([true, true]);
  for (const other of [undefined, null, "not-found", new Error("not-found"), { code: "not-found" }]) {
    expect([ReadingError.isInstance(other), NotFoundError.isInstance(other)]).toEqual([false, false]);
  }
});

test("the SDK prints its message without a trace", () => {
  expect(pulumi.RunError.isInstance(new ReadingError("ambiguous", "why"))).toBe(true);
});
