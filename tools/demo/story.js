const { appendFileSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { Narrator } = require("./narrator.js");

/** @typedef {Awaited<ReturnType<typeof import("./stage.js").setStage>>} EmptyStage */
/** @typedef {Awaited<ReturnType<typeof begin>>["stage"]} Stage */

const UP = ["up", "--yes", "--skip-preview"];
const PREVIEW = ["preview", "--expect-no-changes"];

/**
 * The first chapter: a payment service, and a stack that is set to it.
 * @param {EmptyStage} set
 */
async function begin(set) {
  const story = new Narrator({ cwd: set.project, env: set.environment, secrets: [] });
  story.say("One command starts a local payment service, makes a stack, and sets it up. The credential is encrypted.");
  console.log("$ npx pulumi-payments sandbox --stack demo --clock manual &");
  const sandbox = await set.start("demo");
  const { url, apiKey, webhookEndpointId } = sandbox.ready;
  story.secrets.push(apiKey);
  console.log(`  The sandbox is ready at ${url}`);
  await story.pulumi(["config", "set", "quickstart:webhookEndpointId", webhookEndpointId]);
  return { story, stage: { ...set, sandbox } };
}

/**
 * The main job of the package, told with the real commands.
 * @param {Narrator} story
 * @param {Stage} stage
 * @param {{ keep: boolean }} options
 */
async function tell(story, stage, { keep }) {
  const { ready } = stage.sandbox;
  story.say(
    "`up` creates the keys of examples/quickstart. The service shows a value once; it becomes a Pulumi secret.",
  );
  await story.pulumi(UP, { expect: /\[secret\]/ });
  const keyId = await story.ask(["stack", "output", "checkoutKeyId"]);
  const value = await story.ask(["stack", "output", "checkoutKey", "--show-secrets"]);
  story.secrets.push(value);
  await useKey(ready, value);

  story.say("A colleague lets the checkout key delete accounts, in the dashboard. Nobody tells Pulumi.");
  const scopes = (await keyAtService(ready, keyId))?.scopes ?? [];
  await elsewhere(stage, "PATCH", `/api-keys/${keyId}`, { scopes: [...scopes, "accounts:delete"] });

  story.say("The next preview reads the live key, names what differs, and exits 7. No refresh, and no write.");
  await story.pulumi(PREVIEW, { code: 7, expect: /scopes/ });

  story.say("The provider plugin, one import line away, shows it as a diff.");
  usePlugin(stage);
  await story.pulumi(["preview", "--diff", "--refresh"], {
    expect: /- \[\d\]: "accounts:delete"/,
    // Before it, the engine prints what the refresh read.
    from: /^ *pulumi:pulumi:Stack: \(same\)\n/m,
  });

  story.say("`up` restores what the program declares. The key keeps its id and its value.");
  await story.pulumi(UP);
  if ((await story.ask(["stack", "output", "checkoutKey", "--show-secrets"])) !== value)
    throw new Error("the value of the checkout key is another one after the repair");

  story.say("The webhook receiver was down for days, so the service made the endpoint inactive. `up` re-enables it.");
  await elsewhere(stage, "PATCH", `/webhook-endpoints/${ready.webhookEndpointId}`, { status: "inactive" });
  await story.pulumi(UP);

  if (keep) return;
  story.say("Two days later nobody uses the keys. `destroy` deletes them, and leaves the endpoint that it found.");
  await elsewhere(stage, "POST", "/clock/advance", { seconds: 2 * 86_400 });
  await story.pulumi(["destroy", "--yes", "--skip-preview"]);
  if ((await keyAtService(ready, keyId)) !== undefined) throw new Error(`the service still lists the key ${keyId}`);
}

/**
 * The shop calls the service once, so that the service shows which of its keys are in use.
 * @param {Stage["sandbox"]["ready"]} ready
 * @param {string} value
 */
async function useKey({ url, accountId }, value) {
  const response = await fetch(`${url}/v1/accounts`, {
    headers: { "payments-api-key": value, "payments-account": accountId },
  });
  if (!response.ok) throw new Error(`the service answered ${response.status} to the new key`);
}

/**
 * Changes the import line of the program, and says in Pulumi.yaml where the plugin is.
 * @param {Stage} stage
 */
function usePlugin({ project }) {
  const program = join(project, "examples", "quickstart", "index.ts");
  const before = readFileSync(program, "utf8");
  const after = before.replace('from "pulumi-payments"', 'from "pulumi-payments/native"');
  if (after === before) throw new Error(`${program} does not import pulumi-payments`);
  writeFileSync(program, after);
  const plugin = "plugins:\n  providers:\n    - name: payments\n      path: node_modules/.bin\n";
  appendFileSync(join(project, "Pulumi.yaml"), plugin);
  console.log('  index.ts: import { … } from "pulumi-payments/native";');
}

/**
 * A key as the service tells it, asked without our provider.
 * @param {Stage["sandbox"]["ready"]} ready
 * @param {string} keyId
 * @returns {Promise<{ id: string, scopes: string[] } | undefined>}
 */
async function keyAtService({ url, apiKey, accountId }, keyId) {
  const headers = { "payments-api-key": apiKey, "payments-account": accountId };
  const response = await fetch(`${url}/v1/api-keys?limit=100`, { headers });
  if (!response.ok) throw new Error(`the service answered ${response.status} to the list of keys`);
  const page = /** @type {{ items: { id: string, scopes: string[] }[] }} */ (await response.json());
  return page.items.find(({ id }) => id === keyId);
}

/**
 * A change made elsewhere, as by a colleague in the dashboard.
 * @param {Stage} stage
 * @param {"PATCH" | "POST"} method
 * @param {string} path
 * @param {object} change
 */
async function elsewhere({ sandbox }, method, path, change) {
  const { adminUrl, adminToken } = sandbox.ready;
  const body = JSON.stringify(change);
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  const response = await fetch(`${adminUrl}${path}`, { method, headers, body });
  if (!response.ok)
    throw new Error(`the sandbox answered ${response.status} to the change at ${path}: ${await response.text()}`);
  console.log(`  ${method} /_sandbox${path} ${body}`);
}

/**
 * @param {string} url
 * @param {string} body
 * @param {string} token
 */
function curl(url, body, token) {
  // Other users of the machine can see the words of a command; printf is the shell's own.
  return `printf "authorization: Bearer %s" "${token}" | curl -X PATCH ${url} -H @- -H 'content-type: application/json' -d '${body}'`;
}

/**
 * How to go on by hand after the story, to be pasted into a shell.
 * @param {Stage} stage
 */
function howToGoOn({ folder, project, environment, sandbox, path }) {
  const { ready, pid } = sandbox;
  const ours = Object.entries(environment).filter(([name]) => /^(PULUMI_|TMPDIR$)/.test(name));
  return [
    "The service and the stack are still up. To go on, in this or another terminal:",
    "",
    `cd ${project}`,
    `export PATH=${path}:$PATH`,
    ...ours.map(([name, value]) => `export ${name}='${value}'`),
    `export ADMIN_TOKEN=${ready.adminToken}`,
    "",
    "pulumi preview --diff",
    curl(`${ready.adminUrl}/webhook-endpoints/${ready.webhookEndpointId}`, '{"status":"disabled"}', "$ADMIN_TOKEN"),
    "pulumi preview --expect-no-changes",
    "pulumi up --yes",
    "",
    "When you are done:",
    "",
    `pulumi destroy --yes; kill ${pid}; cd /; rm -rf ${folder}`,
  ].join("\n");
}

module.exports = { begin, howToGoOn, tell };
