/** The 16 colors of a terminal, for a light and a dark page. Every one has a contrast of 4.5 or more with its ground. */
const themes = {
  light: {
    ground: "#ffffff",
    bar: "#eceff4",
    edge: "#d0d7de",
    ink: "#1f2328",
    soft: "#59636e",
    colors: ["#1f2328", "#c4232b", "#116329", "#7d4e00", "#0550ae", "#8250df", "#1b7c83", "#59636e"],
  },
  dark: {
    ground: "#0d1117",
    bar: "#161b22",
    edge: "#30363d",
    ink: "#e6edf3",
    soft: "#9198a1",
    colors: ["#9198a1", "#ff7b72", "#3fb950", "#d29922", "#79c0ff", "#d2a8ff", "#56d4dd", "#e6edf3"],
  },
};

/** Units of the picture: what a character of the font measures at 13 px, and the room around the text. */
const COLUMNS = 112;
const CHARACTER = 7.83;
const LINE = 19;
const PADDING = 16;
const BAR = 30;

const ESCAPE = "\u001b";
const SEQUENCE = new RegExp(`(${ESCAPE}\\[[0-9;?]*[A-Za-z]|\r|\n)`);
/** Questions to the terminal about its colors. */
const OTHERS = new RegExp(`${ESCAPE}\\][^${ESCAPE}]*${ESCAPE}\\\\`, "g");

/** @typedef {{ color?: number | undefined, bold?: boolean, soft?: boolean }} Look */
/** @typedef {{ text: string, column: number, look: Look }} Run text of one look, and where it begins */

/**
 * What a terminal shows in the end of what it was sent. It knows what Pulumi sends: looks (SGR), the cursor upwards, the start of the line
 * and the rest of the line to be cleared. Any other sequence is left out.
 * @param {string} sent
 * @param {number} columns
 * @returns {Run[][]} a list of runs for each line
 */
function screenOf(sent, columns) {
  /** @type {{ sign: string, look: Look }[][]} */
  const lines = [[]];
  let [row, column] = [0, 0];
  /** @type {Look} */
  let look = {};
  const parts = sent.replace(OTHERS, "").split(SEQUENCE);
  const lineAt = (/** @type {number} */ at) => {
    while (lines.length <= at) lines.push([]);
    return /** @type {{ sign: string, look: Look }[]} */ (lines[at]);
  };
  for (const part of parts) {
    const [, numbers = "", kind] = /^.\[([0-9;?]*)([A-Za-z])$/.exec(part) ?? [];
    if (part === "\r") column = 0;
    else if (part === "\n") [row, column] = [row + 1, 0];
    else if (kind === "m") look = lookAfter(look, numbers.split(";").map(Number));
    else if (kind === "A") row = Math.max(0, row - (Number(numbers) || 1));
    else if (kind === "K") lineAt(row).length = Math.min(lineAt(row).length, column);
    else if (kind === undefined)
      for (const sign of part) {
        if (column === columns) [row, column] = [row + 1, 0];
        const line = lineAt(row);
        while (line.length < column) line.push({ sign: " ", look: {} });
        line[column++] = { sign, look };
      }
  }
  const shown = lines.map(runsOf);
  while (shown.length > 0 && shown.at(-1)?.length === 0) shown.pop();
  return shown;
}

/** @param {readonly { sign: string, look: Look }[]} line @returns {Run[]} without the blanks between them */
function runsOf(line) {
  /** @type {Run[]} */
  const runs = [];
  for (const [column, { sign, look }] of line.entries()) {
    const last = runs.at(-1);
    if (last?.look === look && last.column + last.text.length === column) last.text += sign;
    else runs.push({ text: sign, column, look });
  }
  // A picture would draw several blanks as one.
  return runs.flatMap(({ text, column, look }) =>
    [...text.matchAll(/\S+(?: \S+)*/g)].map((part) => ({ text: part[0], column: column + part.index, look })),
  );
}

/** @param {Look} look @param {number[]} codes @returns {Look} */
function lookAfter(look, codes) {
  let next = { ...look };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 0) next = {};
    else if (code === 1) next.bold = true;
    else if (code === 2) next.soft = true;
    else if (code >= 30 && code <= 37) next.color = code - 30;
    else if (code >= 90 && code <= 97) next.color = code - 90;
    else if (code === 39) next.color = undefined;
    else if (code === 38 && codes[at + 1] === 5) {
      const color = codes[at + 2] ?? 7;
      if (color === 8) next.soft = true;
      else next.color = color < 16 ? color % 8 : undefined;
      at += 2;
    }
  }
  return next;
}

/**
 * A picture of a terminal in which commands were run.
 * @param {readonly { command: string, output: string }[]} session what was typed, and what it printed, with its escape sequences
 * @param {{ theme: "light" | "dark", title: string, columns?: number }} options `title`: for readers that do not see the picture
 * @returns {string} SVG
 */
function terminalSvg(session, { theme, title, columns = COLUMNS }) {
  const { ground, bar, edge, ink, soft, colors } = themes[theme];
  const lines = session.flatMap(({ command, output }, index) => [
    ...(index === 0 ? [] : [[]]),
    ...screenOf(`\u001b[2m$ \u001b[0m\u001b[1m${command}\u001b[0m`, columns),
    ...screenOf(output, columns),
  ]);
  const width = Math.ceil(columns * CHARACTER + 2 * PADDING);
  const height = BAR + 2 * PADDING + lines.length * LINE;
  const rows = lines.flatMap((runs, index) =>
    runs.map(({ text, column, look }) => {
      const fill = look.soft ? soft : look.color === undefined ? ink : colors[look.color];
      const [x, y] = [(PADDING + column * CHARACTER).toFixed(1), BAR + PADDING + index * LINE + 14];
      const drawn = `${fill === ink ? "" : ` fill="${fill}"`}${look.bold ? ' font-weight="700"' : ""}`;
      return `<text x="${x}" y="${y}" textLength="${(text.length * CHARACTER).toFixed(1)}"${drawn}>${escaped(text)}</text>`;
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(title)}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9" fill="${ground}" stroke="${edge}"/>`,
    `<path d="M.5 ${BAR}h${width - 1}V9.5a9 9 0 0 0-9-9h-${width - 19}a9 9 0 0 0-9 9z" fill="${bar}" stroke="${edge}"/>`,
    ...[0, 1, 2].map((dot) => `<circle cx="${18 + dot * 18}" cy="${BAR / 2}" r="5" fill="${edge}"/>`),
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13" fill="${ink}" xml:space="preserve" style="white-space:pre">`,
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

module.exports = { COLUMNS, screenOf, terminalSvg };
