import { createHash } from "node:crypto";

/** The look of the page. System fonts and colours that both schemes keep at a contrast of 4.5 to 1 and more. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d7dd, #3a3f4a); --soft: light-dark(#f4f5f7, #1c1f26);
  --ink: light-dark(#1a1d23, #e8eaee); --quiet: light-dark(#4d5463, #aab1bf); --bad: light-dark(#a3161f, #ff9a94);
  --warn: light-dark(#7a4b00, #f3c26b); --link: light-dark(#1a4fb0, #9cc0ff); --page: light-dark(#ffffff, #13151a); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3, h4 { font-size: 1rem; margin: 0; }
.quiet { color: var(--quiet); }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 1rem 0; align-items: center; }
select, input, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: .4rem;
  padding: .3rem .6rem; max-width: 100%; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .6rem; margin: 1rem 0; }
.tiles > * { margin: 0; padding: .6rem .8rem; text-align: left; background: var(--soft); border: 1px solid var(--line);
  border-top: .3rem solid var(--quiet); border-radius: .4rem; }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.2; } .tiles small { display: block; color: var(--quiet); }
.tiles [data-weight=fails] { border-top-color: var(--bad); } .tiles [data-weight=undetermined] { border-top-color: var(--warn); }
.tiles [aria-pressed=true] { outline: 2px solid var(--link); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .8rem 0; padding: 0 1rem; }
summary { cursor: pointer; padding: .6rem 0; } summary h3 { display: inline; }
article { border-left: .3rem solid var(--quiet); border-top: 1px solid var(--line); padding: .8rem 1rem; margin: 0 -1rem;
  content-visibility: auto; contain-intrinsic-size: auto 16rem; }
article[data-weight=fails] { border-left-color: var(--bad); } [data-weight=fails] .tier, .risk { color: var(--bad); }
article[data-weight=undetermined] { border-left-color: var(--warn); }
[data-weight=undetermined] .tier { color: var(--warn); }
ins, del { display: inline-block; text-decoration: none; border-radius: .3rem; padding: 0 .3rem; background: var(--soft); border: 1px solid currentcolor; }
ins { color: var(--bad); } del { color: var(--warn); }
[hidden] { display: none; }
.tier { font-weight: 700; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .4rem 0; } dd { margin: 0; }
code, pre { font: .9rem/1.5 ui-monospace, monospace; }
.command { display: flex; flex-wrap: wrap; align-items: start; gap: .5rem; margin: .4rem 0; }
.command code { flex: 1 1 16rem; background: var(--soft); border-radius: .4rem; padding: .3rem .6rem; }
.command button { display: none; } .scripted .command button { display: inline; }
figure { margin: .4rem 0; } figcaption { display: flex; justify-content: space-between; font-size: .85rem; }
.time { display: block; width: 100%; height: .6rem; } .time rect { fill: var(--soft); stroke: var(--line); }
.time .span { fill: var(--link); stroke: none; }
ul { padding-left: 1.2rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-left: 1rem; } }
@media print { form, .command button { display: none; } }
`;

/** Filters and copies. Without it the page shows everything. */
const script = `
document.documentElement.classList.add("scripted");
const mostOpened = 200;
const [search, stack, count] = ["search", "stack", "count"].map((id) => document.getElementById(id));
const tiles = [...document.querySelectorAll(".tiles button")];
const groups = [...document.querySelectorAll("details")].map((group) => ({ group, wasOpen: group.open, all: [...group.querySelectorAll("article")] }));
const total = groups.reduce((sum, { all }) => sum + all.length, 0);
const texts = new WeakMap();
const textOf = (each) => {
  if (!texts.has(each)) texts.set(each, each.textContent.toLowerCase());
  return texts.get(each);
};
const filter = () => {
  const words = search.value.toLowerCase().split(" ").filter((word) => word !== "");
  const pressed = tiles.filter((tile) => tile.getAttribute("aria-pressed") === "true").map((tile) => tile.dataset.tier);
  const isFiltered = words.length > 0 || pressed.length > 0 || stack.value !== "";
  let shown = 0;
  for (const { group, wasOpen, all } of groups) {
    let here = 0;
    const isHere = stack.value === "" || group.dataset.stack === stack.value;
    for (const each of all) {
      each.hidden = !isHere || (pressed.length > 0 && !pressed.includes(each.dataset.tier)) || !words.every((word) => textOf(each).includes(word));
      if (!each.hidden) here += 1;
    }
    group.hidden = here === 0;
    group.open = isFiltered ? shown < mostOpened : wasOpen;
    shown += here;
  }
  count.textContent = shown.toLocaleString("en-US") + " of " + total.toLocaleString("en-US") + " shown";
};
const form = document.querySelector("form");
form.hidden = total === 0;
form.addEventListener("submit", (event) => event.preventDefault());
for (const each of [search, stack]) each.addEventListener("input", filter);
filter();
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (button === null) return;
  if (tiles.includes(button)) {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    filter();
    return;
  }
  const code = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = "Selected";
  }
});
`;

/** A whole page around a body of ours. Its policy lets this one style and this one script in, and nothing else at all. */
export function page(title: string, body: string): string {
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
