import { createHash } from "node:crypto";

/** The look of the page. System fonts and colours that both schemes keep at a contrast of 4.5 to 1 and more. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d7dd, #3a3f4a); --soft: light-dark(#f4f5f7, #1c1f26);
  --ink: light-dark(#1a1d23, #e8eaee); --quiet: light-dark(#4d5463, #aab1bf); --bad: light-dark(#a3161f, #ff9a94);
  --warn: light-dark(#7a4b00, #f3c26b); --link: light-dark(#1a4fb0, #9cc0ff); --page: light-dark(#ffffff, #13151a); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; }
.quiet { color: var(--quiet); }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 1rem 0; }
select, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: .4rem;
  padding: .3rem .6rem; max-width: 100%; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
article { border: 1px solid var(--line); border-left: .3rem solid var(--quiet); border-radius: .4rem; padding: .8rem 1rem;
  margin: .8rem 0; }
article[data-weight=fails] { border-left-color: var(--bad); } article[data-weight=fails] .tier { color: var(--bad); }
article[data-weight=undetermined] { border-left-color: var(--warn); }
article[data-weight=undetermined] .tier { color: var(--warn); }
[hidden] { display: none; }
.tier { font-weight: 700; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .4rem 0; } dd { margin: 0; }
code, pre { font: .9rem/1.5 ui-monospace, monospace; }
.command { display: flex; flex-wrap: wrap; align-items: start; gap: .5rem; margin: .4rem 0; }
.command code { flex: 1 1 16rem; background: var(--soft); border-radius: .4rem; padding: .3rem .6rem; }
.time { display: block; width: 100%; height: .6rem; } .time rect { fill: var(--soft); stroke: var(--line); }
.time .span { fill: var(--link); stroke: none; }
ul { padding-left: 1.2rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-left: 1rem; } }
@media print { form, .command button { display: none; } }
`;

/** Filters and copies. Without it the page shows everything. */
const script = `
const [tier, stack] = ["tier", "stack"].map((id) => document.getElementById(id));
const count = document.getElementById("count");
const findings = [...document.querySelectorAll("article")];
const filter = () => {
  for (const each of findings)
    each.hidden = (tier.value !== "" && each.dataset.tier !== tier.value) || (stack.value !== "" && each.dataset.stack !== stack.value);
  count.textContent = findings.filter((each) => !each.hidden).length + " of " + findings.length + " shown";
};
document.querySelector("form").hidden = findings.length === 0;
for (const each of [tier, stack]) each.addEventListener("change", filter);
filter();
for (const button of document.querySelectorAll(".command button")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
  });
}
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
