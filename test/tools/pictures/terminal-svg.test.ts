import { COLUMNS, screenOf, terminalSvg } from "../../../tools/pictures/terminal-svg.js";

const csi = "\u001b[";
const textOf = (sent: string, columns = COLUMNS): string[] =>
  screenOf(sent, columns).map((runs) => runs.reduce((line, { text, column }) => line.padEnd(column) + text, ""));

test("a line that was written again shows what was written last", () => {
  expect(textOf(`running..\r\nwait\r\n${csi}2Adone${csi}K\r\nready\r\n`)).toEqual(["done", "ready"]);
});

test("a line that is longer than the terminal goes on in the next one", () => {
  expect(textOf("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
});

test("several blanks stay as wide as they were", () => {
  expect(screenOf("a   b c", 80)).toEqual([
    [
      { text: "a", column: 0, look: {} },
      { text: "b c", column: 4, look: {} },
    ],
  ]);
});

test("a look ends where the terminal was told so", () => {
  const [line = []] = screenOf(`${csi}1m${csi}38;5;1mred${csi}0m plain`, 80);
  expect(line.map(({ text, look }) => [text, look])).toEqual([
    ["red", { bold: true, color: 1 }],
    ["plain", {}],
  ]);
});

test("text of others is no markup of the picture", () => {
  const svg = terminalSvg([{ command: "x", output: "<script>&" }], { theme: "light", title: "a < b" });
  expect(svg).toContain("&lt;script&gt;&amp;");
  expect(svg).toContain("a &lt; b");
  expect(svg).not.toContain("<script>");
});
