import { breaches, lacks } from "../../tools/messages/guide.js";
import { closeWorlds } from "../provider/lifecycle/world";
import { printedExamples } from "./message-examples";
import { blocksIn, pageAt } from "./pages";

afterAll(closeWorlds);

test("the page of ten messages shows what the product prints now, and each of them has the four parts", async () => {
  const printed = await printedExamples();
  const sections = pageAt("docs/decisions/messages.md").text.split(/^## /m).slice(1);
  const shown = sections.map((text) => {
    const [, now] = blocksIn({ path: "", text }, "text");
    return [text.split("\n")[0], now?.code.trimEnd()];
  });
  expect(Object.fromEntries(shown)).toEqual(printed);
  expect(shown).toHaveLength(10);
  for (const [title, message] of Object.entries(printed)) {
    expect([title, ...lacks(message)]).toEqual([title]);
    expect([title, ...message.split("\n").flatMap(breaches)]).toEqual([title]);
  }
});
