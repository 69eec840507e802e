const { spawn } = require("node:child_process");
const { mkdirSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { setStage } = require("../demo/stage.js");
const { reportFailure, SetUpFailure } = require("../set-up/failure.js");
const { root } = require("../set-up/places.js");
const { takeShots } = require("./browser.js");
const { picturesOfSite } = require("./site.js");
const { COLUMNS, terminalSvg } = require("./terminal-svg.js");

const HELP = `npm run pictures    makes every picture of the pages in docs/pictures: real runs on the real engine and the local service;
                    and pictures of the site in site/pictures`;

const folder = join(root, "docs", "pictures");
const MAX_BYTES = 200_000;
const schemes = /** @type {const} */ (["light", "dark"]);

/** @typedef {import("../demo/story.js").Stage} Stage */

/** @param {string[]} args */
async function main(args) {
  if (args.length > 0) {
    console.log(HELP);
    return args.every((word) => word === "--help") ? 0 : 2;
  }
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  mkdirSync(folder, { recursive: true });
  const set = await setStage();
  const stage = { ...set, sandbox: await set.start() };
  const { ready } = stage.sandbox;
  const { run, mustRun } = terminalOn(stage);
  // What npx starts; npx itself may warn of how npm is set up on this machine.
  const ours = join(stage.project, "node_modules", ".bin", "pulumi-payments");
  const admin = adminOf(ready);

  await mustRun("pulumi", "stack", "init", "prod");
  await mustRun("pulumi", "config", "set", "payments:baseUrl", ready.url);
  await mustRun("pulumi", "config", "set", "payments:accountId", ready.accountId);
  await mustRun("pulumi", "config", "set", "quickstart:webhookEndpointId", ready.webhookEndpointId);
  await run(["pulumi", "config", "set", "--secret", "payments:apiKey"], { input: ready.apiKey });
  const up = await mustRun("pulumi", "up", "--yes", "--skip-preview");
  picture("up", "pulumi up creates two keys, and shows the value of one as a secret", [up]);

  const keyId = (await mustRun("pulumi", "stack", "output", "checkoutKeyId")).output.trim();
  await admin("PATCH", `/api-keys/${keyId}`, {
    scopes: ["accounts:read", "accounts:delete", "apple_pay_domains:read", "apple_pay_domains:write"],
  });
  const preview = await run(["pulumi", "preview", "--expect-no-changes"], { code: 7 });
  picture(
    "preview",
    "pulumi preview reports that somebody added the scope accounts:delete to a key, and ends with exit code 7",
    [preview, { command: "echo $?", output: "7" }],
  );
  const drift = await run([ours, "drift", "--stack", "prod"], { code: 2 });
  picture("drift", "npx pulumi-payments drift reports one changed key, and the command that repairs it", [
    { ...drift, command: "npx pulumi-payments drift --stack prod" },
  ]);
  const explain = await run([ours, "explain", "checkout", "--stack", "prod"], {
    code: 2,
  });
  picture("explain", "npx pulumi-payments explain shows a key as the program, the state and the service have it", [
    { ...explain, command: "npx pulumi-payments explain checkout --stack prod" },
  ]);
  const report = join(stage.folder, "drift.html");
  await run([ours, "drift", "--stack", "prod", "--format", "html", "--out", report], { code: 2 });
  const repair = await mustRun("pulumi", "up", "--yes", "--skip-preview");
  picture("repair", "pulumi up takes the scope away again", [repair]);

  await anOutage(stage, admin);
  await takeShots([
    {
      url: `${ready.url}/#token=${ready.adminToken}`,
      ready: "Webhook endpoints",
      prepare: (page) => page.getByText(ready.webhookEndpointId).first().waitFor(),
      file: (scheme) => join(folder, `sandbox-${scheme}.png`),
    },
    {
      url: pathToFileURL(report).href,
      ready: "Drift",
      file: (scheme) => join(folder, `report-${scheme}.png`),
      height: 900,
    },
    {
      url: `${ready.url}/_sandbox/card-form#key=${await publishableKey(ready, admin)}&account=${ready.accountId}`,
      ready: "Card number",
      file: (scheme) => join(folder, `card-form-${scheme}.png`),
      width: 560,
      height: 760,
    },
  ]);
  for (const name of ["sandbox", "report", "card-form"])
    for (const scheme of schemes) checkSize(`${name}-${scheme}.png`);
  const ofSite = join(root, "site", "pictures");
  await picturesOfSite(ofSite);
  console.log(`Every picture is in ${folder}, and those of the site in ${ofSite}.`);
  return 0;
}

/**
 * A command on the stage, in colors.
 * @param {Stage} stage
 */
function terminalOn(stage) {
  const { ready } = stage.sandbox;
  const { NO_COLOR: _, ...env } = stage.environment;
  /**
   * @param {string[]} words
   * @param {{ code?: number, input?: string }} [options]
   * @returns {Promise<{ command: string, output: string }>}
   */
  async function run(words, { code = 0, input } = {}) {
    const command = words.join(" ");
    // On a terminal Pulumi shows one table. `script` of util-linux gives it one; elsewhere each step would be a line.
    const onTerminal = ["up", "preview"].includes(words[1] ?? "");
    const [program = "", ...args] = onTerminal
      ? ["script", "-qefc", `stty cols ${COLUMNS} rows 100; ${command}`, "/dev/null"]
      : words;
    const child = spawn(program, args, { cwd: stage.project, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const ended = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
    if (ended !== code) throw broken(command, `it ended with ${ended}, not ${code}:\n${output}`);
    if ([ready.apiKey, ready.adminToken].some((secret) => output.includes(secret)))
      throw broken(command, "its output shows a secret");
    return { command, output };
  }
  return { run, mustRun: (/** @type {string[]} */ ...words) => run(words) };
}

/** @param {string} name @param {string} title @param {{ command: string, output: string }[]} session */
function picture(name, title, session) {
  for (const theme of schemes) {
    writeFileSync(join(folder, `${name}-${theme}.svg`), terminalSvg(session, { theme, title }));
    checkSize(`${name}-${theme}.svg`);
  }
  console.log(`${name}: ${session.map(({ command }) => command).join(", ")}`);
}

/** @param {string} file */
function checkSize(file) {
  const { size } = statSync(join(folder, file));
  if (size > MAX_BYTES) throw broken(file, `it has ${size} bytes, and a picture has ${MAX_BYTES} at the most`);
}

/** @param {string} what @param {string} why */
function broken(what, why) {
  return new SetUpFailure({
    what: `making the picture of ${what}`,
    why,
    todo: "Fix what the run shows, and run npm run pictures again.",
  });
}

/** @param {Stage["sandbox"]["ready"]} ready */
function adminOf({ adminUrl, adminToken }) {
  return async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => {
    const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
    const response = await fetch(`${adminUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    const answer = await response.text();
    if (!response.ok) throw broken(path, `the sandbox answered ${response.status}: ${answer}`);
    return JSON.parse(answer);
  };
}

/**
 * Four days in which a receiver fails: deliveries, an inactive endpoint and a notice.
 * @param {Stage} stage
 * @param {ReturnType<typeof adminOf>} admin
 */
async function anOutage({ sandbox: { ready } }, admin) {
  await admin("POST", "/users", { email: "owner@example.com", role: "owner", technical_emails: true });
  const event = (/** @type {number} */ number) =>
    admin("POST", "/events", { type: "payout.paid", account_id: ready.accountId, data: { number } });
  await event(1);
  await admin("POST", "/clock/advance", { seconds: 3_600 });
  const receiver = await admin("POST", "/receivers", { script: [{ status: 503 }] });
  await admin("PATCH", `/webhook-endpoints/${ready.webhookEndpointId}`, { url: receiver.url });
  for (const number of [2, 3]) {
    await event(number);
    await admin("POST", "/clock/advance", { seconds: 2 * 86_400 });
  }
}

/** @param {Stage["sandbox"]["ready"]} ready @param {ReturnType<typeof adminOf>} admin @returns {Promise<string>} */
async function publishableKey({ accountId }, admin) {
  const { value } = await admin("POST", "/api-keys", { type: "publishable", name: "Card form", account_id: accountId });
  return value;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => process.exit(reportFailure(error)),
);
