// Stands in for GitHub's command `gh`: the issues and labels of one repository are kept in the file that GH_STATE names, its
// secrets beside it. In a terminal somebody is logged in; a job has to bring its token.
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { parseArgs } = require("node:util");

const { GH_STATE = "", GH_TOKEN, GH_REPO, GITHUB_ACTIONS } = process.env;
if (GITHUB_ACTIONS && !(GH_TOKEN && GH_REPO)) throw new Error("gh needs GH_TOKEN and GH_REPO");

const text = /** @type {const} */ ({ type: "string" });
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: "boolean" },
    label: text,
    state: text,
    limit: text,
    json: text,
    jq: text,
    title: text,
    comment: text,
    "body-file": text,
  },
});
const [noun, verb, name = ""] = positionals;
/** @type {{ started: string[], labels: string[], issues: { number: number, title: string, label: string, body: string, state: string, comments: string[] }[] }} */
const state = JSON.parse(readFileSync(GH_STATE, "utf8"));
const issue = state.issues.find(({ number }) => String(number) === name);
const body = () => readFileSync(/** @type {string} */ (values["body-file"]), "utf8");

/** @type {Record<string, () => void>} */
const commands = {
  "secret set"() {
    const value = readFileSync(0, "utf8").trimEnd();
    if (value === "") throw new Error(`the secret ${name} is empty`);
    const file = `${GH_STATE}.secrets`;
    const secrets = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    writeFileSync(file, JSON.stringify({ ...secrets, [name]: value }));
  },
  "workflow run"() {
    state.started.push(name);
  },
  "label create"() {
    if (state.labels.includes(name) && !values.force) throw new Error(`the label ${name} exists`);
    state.labels = [...new Set([...state.labels, name])];
  },
  "issue list"() {
    if (values.json !== "number" || values.jq !== ".[].number") throw new Error("the stand-in prints numbers only");
    const found = state.issues.filter((each) => each.label === values.label && each.state === values.state);
    for (const { number } of found.slice(0, Number(values.limit))) console.log(number);
  },
  "issue create"() {
    const { title = "", label = "" } = values;
    if (!state.labels.includes(label)) throw new Error(`there is no label ${label}`);
    state.issues.push({ number: state.issues.length + 7, title, label, body: body(), state: "open", comments: [] });
  },
  "issue edit"() {
    if (issue === undefined) throw new Error(`there is no issue ${name}`);
    issue.body = body();
  },
  "issue close"() {
    if (issue === undefined) throw new Error(`there is no issue ${name}`);
    issue.state = "closed";
    issue.comments.push(values.comment ?? "");
  },
};
const command = commands[`${noun} ${verb}`];
if (command === undefined) throw new Error(`the stand-in has no gh ${noun} ${verb}`);
command();
writeFileSync(GH_STATE, JSON.stringify(state));
