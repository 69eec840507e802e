import { subscriptionMoves, subscriptionStatusSchema } from "../../sandbox/objects/subscription-states";
import { pageAt } from "./pages";

/** The table as the one that declares the states gives it. */
const rows = Object.values(subscriptionMoves).map(({ from, what, to, standing }) => {
  const before = from.length === 0 ? "(creation)" : from.map((status) => `\`${status}\``).join(", ");
  return `| ${before} | ${what} | ${to === "as before" ? to : `\`${to}\``} | ${standing} |`;
});

test("the page has every move of a subscription, and no other", () => {
  const { text } = pageAt("docs/explanation/assumptions.md");
  const section = text.slice(text.indexOf("### `subscription-transitions`")).split("\n### ")[0]!;
  expect(
    section
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(1),
  ).toEqual(rows);
});

test("every status is reached by a move, and only a final one is left by none", () => {
  const moves = Object.values(subscriptionMoves);
  const { options } = subscriptionStatusSchema;
  expect(options).toHaveLength(9);
  expect(options.filter((status) => !moves.some(({ to }) => to === status))).toEqual([]);
  expect(options.filter((status) => !moves.some(({ from }) => from.includes(status)))).toEqual([
    "canceled",
    "incomplete",
  ]);
});
