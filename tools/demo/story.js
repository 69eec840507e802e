const { Narrator } = require("./narrator.js");

/** @typedef {Awaited<ReturnType<typeof import("./stage.js").setStage>>} Stage */

const UP = ["up", "--yes", "--skip-preview"];
const PREVIEW = ["preview", "--expect-no-changes"];

/**
 * The main job of the package, told with the real commands on a stage that is already set.
 * @param {Stage} stage
 * @param {{ keep: boolean }} options
 */
async function tell(stage, { keep }) {
  const { ready } = stage.sandbox;
  const story = new Narrator({ cwd: stage.project, env: stage.environment, secrets: [ready.apiKey] });

  story.say(
    "A stack that points at a payment service, here the local one of this package. The credential is kept encrypted.",
  );
  await story.pulumi(["stack", "init", "demo"]);
  await story.pulumi(["config", "set", "payments:baseUrl", ready.url]);
  await story.pulumi(["config", "set", "payments:accountId", ready.accountId]);
  await story.pulumi(["config", "set", "--secret", "payments:apiKey"], { input: ready.apiKey, shown: " < credential" });
  await story.pulumi(["config", "set", "quickstart:webhookEndpointId", ready.webhookEndpointId]);

  story.say(
    "`up` creates the keys of examples/quickstart. The service shows a key's value once; it is captured as a secret.",
  );
  await story.pulumi(UP, { expect: /\[secret\]/ });
  const keyId = await story.ask(["stack", "output", "checkoutKeyId"]);
  const value = await story.ask(["stack", "output", "checkoutKey", "--show-secrets"]);
  story.secrets.push(value);

  story.say("Nothing has changed since, so a preview that expects no changes is content.");
  await story.pulumi(PREVIEW);

  story.say("Behind Pulumi's back a colleague lets the checkout key delete accounts.");
  const scopes = (await keyAtService(ready, keyId))?.scopes ?? [];
  await elsewhere(stage, `/api-keys/${keyId}`, { scopes: [...scopes, "accounts:delete"] });

  story.say(
    "A plain preview reads the live key, names the field that drifted and exits 7: no refresh, no state edited.",
  );
  await story.pulumi(PREVIEW, { code: 7, expect: /scopes/ });

  story.say("`up` puts back what the program says. The key keeps its id and its value.");
  await story.pulumi(UP);
  if ((await story.ask(["stack", "output", "checkoutKey", "--show-secrets"])) !== value)
    throw new Error("the value of the checkout key is another one after the repair");

  story.say(
    "The receiver of the webhooks was down for days: the service made the endpoint inactive and queues its events.",
  );
  await elsewhere(stage, `/webhook-endpoints/${ready.webhookEndpointId}`, { status: "inactive" });

  story.say("`up` re-enables the endpoint, and says what that means for the queued events.");
  await story.pulumi(UP);

  if (keep) return;
  story.say("`destroy` deletes the keys that it made and leaves what it found: the endpoint stays.");
  await story.pulumi(["destroy", "--yes", "--skip-preview"]);
  if ((await keyAtService(ready, keyId)) !== undefined) throw new Error(`the service still lists the key ${keyId}`);
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
 * @param {string} path
 * @param {object} change
 */
async function elsewhere({ sandbox }, path, change) {
  const { adminUrl, adminToken } = sandbox.ready;
  const body = JSON.stringify(change);
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  console.log(`$ ${curl(`${adminUrl}${path}`, body, "$ADMIN_TOKEN")}`);
  const response = await fetch(`${adminUrl}${path}`, { method: "PATCH", headers, body });
  const answer = await response.text();
  if (!response.ok) throw new Error(`the sandbox answered ${response.status} to the change at ${path}: ${answer}`);
  console.log(answer);
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

module.exports = { howToGoOn, tell };
