// Long because: one page, and all that a person does on it.
import type { ServerResponse } from "node:http";
import type { Browser, Page } from "playwright-core";
import type { SandboxOptions } from "../../../../sandbox/index";
import { outsideServer } from "../../happenings";
import { type Harness, start, stopAll } from "../../harness";
import { subscribing } from "../../subscribing";
import { axeViolations, looks, openTab, overflowPx, startChromium, type Tab, toHaveFocus } from "../chromium";

let browser: Browser;
let tab: Tab | undefined;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());
afterEach(async () => {
  await tab?.context.close();
  await stopAll();
});

/** A sandbox, and its page as the command's printed address opens it. */
async function open(options: SandboxOptions = {}, look: Parameters<typeof openTab>[1] = {}) {
  const sandbox = await start(options);
  tab = await openTab(browser, look);
  await tab.page.goto(`${sandbox.url}/#token=${sandbox.adminToken}`);
  await tab.page.getByRole("heading", { name: "Clock" }).waitFor();
  return { sandbox, page: tab.page, tab };
}

const panel = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}( [\\d,]+)?$`) });
const rows = (page: Page, name: string) => panel(page, name).locator(".rows > li");
const told = (page: Page) => page.locator("#said");

/** Something of everything that the page shows. */
async function fill(sandbox: Harness): Promise<void> {
  const { call, admin, accountId } = sandbox;
  await admin("POST", "/users", { email: "ops@example.com", role: "owner" });
  const { body: receiver } = await admin("POST", "/receivers", { script: [{ status: 500 }] });
  const { body: endpoint } = await admin("POST", "/webhook-endpoints", { url: receiver.url });
  await call("POST", "/v1/api-keys", { body: { type: "secret", name: "Checkout", scopes: ["accounts:read"] } });
  await call("POST", "/v1/api-keys", { body: { type: "publishable" } });
  await call("POST", "/v1/payment-intents", { body: { amount: 1999, currency: "eur" } });
  await subscribing(sandbox).subscribe();
  await call("GET", "/v1/nothing");
  await admin("POST", "/events", { type: "payout.paid", account_id: accountId, data: { amount: 5 } });
  await admin("POST", "/clock/advance", { seconds: 4 * 86_400 });
  await admin("PATCH", `/webhook-endpoints/${endpoint.id}`, { status: "pending" });
  await admin("POST", "/faults", { operation: "GET /v1/api-keys", effect: "slow" });
}

test("opened by the printed address it shows what the sandbox holds, and the token leaves the address", async () => {
  const { sandbox, page } = await open();
  expect(page.url()).toBe(`${sandbox.url}/`);
  await page.getByText("00:00:00 UTC").waitFor();
  await page.getByText("Thursday, 1 January 2026").waitFor();
  await rows(page, "API keys").getByText("Ready key").waitFor();
  await rows(page, "Webhook endpoints").getByText(sandbox.webhookEndpointId).waitFor();
  await rows(page, "Service").getByText(sandbox.accountId).waitFor();
});

test("what happens elsewhere appears by itself", async () => {
  const { sandbox, page } = await open();
  await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: "By a colleague" } });
  await rows(page, "API keys").getByText("By a colleague").waitFor();
  await rows(page, "Requests").getByText("POST /v1/api-keys").waitFor();
  await sandbox.admin("POST", "/clock/advance", { to: "2026-02-03T04:05:06Z" });
  await page.getByText("04:05:06 UTC").waitFor();
});

test("without a token it asks for one, refuses a wrong one, and keeps the right one for this tab", async () => {
  const sandbox = await start();
  tab = await openTab(browser);
  const { page } = tab;
  await page.goto(sandbox.url);
  await toHaveFocus(page.getByLabel("Token"));
  expect(await page.getByRole("heading", { name: "Clock" }).isVisible()).toBe(false);
  await page.keyboard.type("not-the-token");
  await page.keyboard.press("Enter");
  await page.getByText("not the one that the sandbox was started with").waitFor();
  await page.getByLabel("Token").fill(sandbox.adminToken);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);
});

test("an event sent by keyboard alone is shown delivered, with its attempt", async () => {
  const { sandbox, page } = await open();
  await page.getByLabel("New event").focus();
  await page.keyboard.press("Enter");
  await told(page)
    .getByText(/^Event payout.paid happened: evt_/)
    .waitFor();
  await page.getByRole("button", { name: /^To a delivery, now/ }).focus();
  await page.keyboard.press("Enter");
  await told(page).getByText("1 delivery attempt").waitFor();
  await rows(page, "Events").getByText("succeeded").waitFor();
  const summary = rows(page, "Deliveries").locator("summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await rows(page, "Deliveries").getByText("1. 2026-01-01 00:00:00 UTC: succeeded, answered 200").waitFor();
  const { body } = await sandbox.admin("GET", "/receivers/seed/requests");
  expect(body).toMatchObject([{ body: { type: "payout.paid", account_id: sandbox.accountId } }]);
});

test("buttons advance the clock through an outage: inactive, a notice, re-enabled, replayed", async () => {
  const { sandbox, page } = await open();
  const { body: receiver } = await sandbox.admin("POST", "/receivers", {
    script: [{ status: 500, for_seconds: 3.5 * 86_400 }, { status: 200 }],
  });
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url: receiver.url });
  await page.getByLabel("Notices go to").fill("ops@example.com");
  await page.keyboard.press("Enter");
  await told(page).getByText("Notices go to ops@example.com too.").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "1 day" }).click();
  await rows(page, "Webhook endpoints").getByText("failing since 1 day ago, inactive in 2 days").waitFor();
  await page.getByRole("button", { name: "3 days" }).click();
  await told(page).getByText("1 change of state").waitFor();
  await rows(page, "Mail").getByText("4 days left before it is disabled").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await rows(page, "Deliveries").getByText("held").waitFor();
  await page.getByRole("button", { name: "Re-enable" }).click();
  await told(page).getByText("is pending; the events of the outage are being replayed").waitFor();
  await page.getByRole("button", { name: "5 min", exact: true }).click();
  await rows(page, "Webhook endpoints").getByText("active", { exact: true }).waitFor();
  const { body } = await sandbox.admin("GET", "/clock");
  expect(body.now).toBe("2026-01-05T00:05:00.000Z");
});

test("an event that nobody will attempt again is not shown as under way, and a replay counts attempts of its own", async () => {
  const { sandbox, page } = await open();
  const { body: receiver } = await sandbox.admin("POST", "/receivers", { script: [{ status: 500 }] });
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url: receiver.url });
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "5 min", exact: true }).click();
  await rows(page, "Events").getByText("under way").waitFor();
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { status: "inactive" });
  await rows(page, "Events").getByText("held").waitFor();
  await page.getByRole("button", { name: "Re-enable" }).click();
  await page.getByRole("button", { name: "3 days" }).click();
  await rows(page, "Deliveries").getByText("8 of 8 attempts").waitFor();
  await page.getByRole("button", { name: "Re-enable" }).click();
  await rows(page, "Deliveries").getByText("8 of 16 attempts").waitFor();
  await page.getByRole("button", { name: "5 min", exact: true }).click();
  await rows(page, "Deliveries").getByText("10 of 16 attempts").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "5 min", exact: true }).click();
  await rows(page, "Events").getByText("under way").waitFor();
  await sandbox.admin("DELETE", `/webhook-endpoints/${sandbox.webhookEndpointId}`);
  await rows(page, "Events").getByText("over").waitFor();
  expect(await rows(page, "Events").getByText("under way").count()).toBe(0);
});

test("what was said of one moment of the clock is gone once the clock has moved on", async () => {
  const { sandbox, page } = await open();
  const changes = page.getByRole("list", { name: "Changes of state" }).getByRole("listitem");
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { status: "inactive" });
  await page.getByRole("button", { name: "7 days" }).click();
  await told(page).getByText("Advanced 7 days").waitFor();
  await changes.getByText("disabled").waitFor();
  await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
  await page.locator("#said:empty").waitFor({ state: "attached" });
  expect(await changes.count()).toBe(0);
  await page.getByRole("button", { name: "Re-enable" }).click();
  await told(page).getByText("is pending; events from now on are delivered").waitFor();
  await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
  await page.locator("#said:empty").waitFor({ state: "attached" });
});

test("the outcome of a button appears together with the state that it left, so a later move of the clock clears it", async () => {
  const { sandbox, page } = await open();
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { status: "disabled" });
  await page.getByRole("button", { name: "Re-enable" }).waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const patched = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.route("**/_sandbox/overview", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Re-enable" }).click();
  await (await patched).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(await told(page).textContent()).toBe("");
  release();
  await told(page).getByText("events from now on are delivered").waitFor();
  await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
  await page.locator("#said:empty").waitFor({ state: "attached" });
});

test("what is said on a clock that moves by itself stays long enough to be read, and no longer", async () => {
  const sandbox = await start({ clock: "real" });
  tab = await openTab(browser);
  const { page } = tab;
  await page.clock.install();
  await page.goto(`${sandbox.url}/#token=${sandbox.adminToken}`);
  await page.getByRole("button", { name: "Send" }).click();
  await told(page).getByText("Event payout.paid happened").waitFor();
  await page.clock.fastForward(5_000);
  await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: "Read meanwhile" } });
  await rows(page, "API keys").getByText("Read meanwhile").waitFor();
  expect(await told(page).textContent()).toContain("happened");
  await page.clock.fastForward(10_000);
  await page.locator("#said:empty").waitFor({ state: "attached" });
});

test("the clock goes to an instant that is typed, and tells plainly that it cannot go back", async () => {
  const { sandbox, page } = await open();
  await page.getByLabel("Advance to (UTC)").fill("2026-03-01 12:00");
  await page.getByRole("button", { name: "Go" }).click();
  await page.getByText("12:00:00 UTC").waitFor();
  await page.getByLabel("Advance to (UTC)").fill("2026-01-02");
  await page.getByRole("button", { name: "Go" }).click();
  await told(page).getByText("cannot go back").waitFor();
  expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2026-03-01T12:00:00.000Z");
});

test("a long advance shows its progress, and can be stopped on the way", async () => {
  const { sandbox, page } = await open({ webhookTimeoutMs: 60_000 });
  // The move stands still until the receiver answers, however slow the page is.
  const waiting: ServerResponse[] = [];
  const receiver = await outsideServer((_request, response) => waiting.push(response));
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url: receiver.url });
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "30 days" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await told(page).getByText("Stopped on the way. What was due before is done.").waitFor();
  for (const response of waiting) response.writeHead(500).end();
  await page.getByRole("progressbar").waitFor({ state: "hidden" });
  const { body } = await sandbox.admin("GET", "/clock");
  expect(Date.parse(body.now)).toBeLessThan(Date.parse("2026-01-03T12:05:00Z"));
  receiver.close();
});

test("a clock that moves by itself has no buttons, and the page says how to get them", async () => {
  const { page } = await open({ clock: "real" });
  await page.getByText("Start the sandbox with --clock manual to advance it yourself.").waitFor();
  expect(await page.getByRole("group", { name: "Advance the clock" }).isVisible()).toBe(false);
});

test("a reset is asked for twice, and takes back what was made", async () => {
  const { sandbox, page } = await open();
  await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: "Short-lived" } });
  const row = rows(page, "API keys").getByText("Short-lived");
  await row.waitFor();
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  expect((await sandbox.admin("GET", "/api-keys")).body).toHaveLength(2);
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await row.waitFor({ state: "detached" });
  expect((await sandbox.admin("GET", "/api-keys")).body).toHaveLength(1);
});

test("a row that is open stays open with the focus on it, while others come and it changes", async () => {
  const { sandbox, page } = await open();
  await page.getByRole("button", { name: "Send" }).click();
  const first = rows(page, "Deliveries").last().locator("summary");
  await first.focus();
  await page.keyboard.press("Enter");
  await rows(page, "Deliveries").getByText("No attempt was made yet.").waitFor();
  await sandbox.admin("POST", "/events", { type: "payout.failed", account_id: sandbox.accountId });
  await rows(page, "Deliveries").getByText("payout.failed").waitFor();
  await sandbox.admin("POST", "/clock/advance", { seconds: 1 });
  await rows(page, "Deliveries").getByText("succeeded, answered 200").last().waitFor();
  await toHaveFocus(first);
});

test("no text of the service becomes markup, and no script of it runs", async () => {
  const { sandbox, page, tab } = await open();
  const hostile = `<img src=x onerror="document.title='taken'"><b>bold</b>`;
  await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: hostile, scopes: ["accounts:read"] } });
  await sandbox.admin("POST", "/webhook-endpoints", {
    url: "http://127.0.0.1:9/<script>document.title='taken'</script>",
  });
  await sandbox.admin("POST", "/events", { type: "payout.paid", account_id: sandbox.accountId, data: { hostile } });
  await sandbox.call("GET", `/v1/<b>bold</b>?q=${encodeURIComponent(hostile)}`);
  await rows(page, "API keys").getByText(hostile).waitFor();
  await rows(page, "Events").locator("summary").click();
  await rows(page, "Events").getByText("<b>bold</b>").waitFor();
  expect(await page.locator("main img, main b, main script").count()).toBe(0);
  expect(await page.title()).toBe("Payments sandbox");
  expect(tab.complaints).toEqual([]);
});

test("neither the page nor anything that was sent to it holds the value of a key", async () => {
  const sandbox = await start();
  tab = await openTab(browser);
  const { page } = tab;
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => bodies.push(response.text().catch(() => "")));
  const values = [sandbox.apiKey];
  for (const type of ["secret", "publishable"])
    values.push((await sandbox.call("POST", "/v1/api-keys", { body: { type } })).body.value);
  await page.goto(`${sandbox.url}/#token=${sandbox.adminToken}`);
  await rows(page, "API keys").getByText("Publishable key").waitFor();
  const seen = [await page.content(), ...(await Promise.all(bodies))].join("\n");
  expect(seen).toContain("Publishable key");
  for (const value of values) expect(seen).not.toContain(value);
});

test("long panels show the newest few, and more when asked to", async () => {
  const { sandbox, page } = await open();
  for (let index = 0; index < 60; index++)
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: `Key ${index}` } });
  await rows(page, "API keys").getByText("Key 59").waitFor();
  expect(await rows(page, "API keys").count()).toBe(8);
  await panel(page, "API keys").getByRole("button", { name: "Show 42 more" }).click();
  expect(await rows(page, "API keys").count()).toBe(50);
  await panel(page, "API keys").getByText("The newest 50 of 61 are shown.").waitFor();
  await panel(page, "API keys").getByRole("button", { name: "Show fewer" }).click();
  expect(await rows(page, "API keys").count()).toBe(8);
});

test("one click does to a key what a colleague does in the dashboard: rename it, add a scope, delete it", async () => {
  const { sandbox, page } = await open();
  const { body: key } = await sandbox.call("POST", "/v1/api-keys", {
    body: { type: "secret", name: "Checkout", scopes: ["accounts:read"] },
  });
  const atService = async () =>
    (await sandbox.admin("GET", "/api-keys")).body.find(({ id }: { id: string }) => id === key.id);
  await page.getByRole("button", { name: "Add accounts:write: Checkout" }).click();
  await told(page).getByText("now holds accounts:write too. The next preview of its stack reports it.").waitFor();
  expect((await atService()).scopes.sort()).toEqual(["accounts:read", "accounts:write"]);
  await page.getByRole("button", { name: "Rename: Checkout" }).click();
  await told(page).getByText("is now named Checkout (renamed).").waitFor();
  expect((await atService()).name).toBe("Checkout (renamed)");
  await page.getByRole("button", { name: "Delete: Checkout (renamed)", exact: true }).click();
  await told(page).getByText("is deleted.").waitFor();
  expect(await atService()).toBeUndefined();
});

test("a key that may do everything, and a publishable one, have no scope to add", async () => {
  const { sandbox, page } = await open();
  for (const body of [
    { type: "secret", name: "All of it" },
    { type: "publishable", name: "In the browser" },
  ])
    await sandbox.call("POST", "/v1/api-keys", { body });
  for (const name of ["All of it", "In the browser"]) {
    await page.getByRole("button", { name: `Delete: ${name}` }).waitFor();
    expect(await page.getByRole("button", { name: new RegExp(`^Add .*: ${name}`) }).count()).toBe(0);
  }
});

test("one click sets an endpoint inactive, and another one re-enables it", async () => {
  const { sandbox, page } = await open();
  await page.getByRole("button", { name: `Set inactive: ${sandbox.webhookEndpointId}` }).click();
  await told(page).getByText("is inactive, as after three days without a delivery").waitFor();
  const [endpoint] = (await sandbox.admin("GET", "/webhook-endpoints")).body;
  expect(endpoint.status).toBe("inactive");
  await page.getByRole("button", { name: `Re-enable: ${sandbox.webhookEndpointId}` }).click();
  await told(page).getByText("is pending").waitFor();
});

test("where nobody gets notices the page says so, and one click adds an owner", async () => {
  const { sandbox, page } = await open();
  await panel(page, "Mail").getByText("Nobody gets notices yet, so none is sent.").waitFor();
  await page.getByRole("button", { name: "Notify owner@example.com" }).click();
  await told(page).getByText("Notices go to owner@example.com.").waitFor();
  expect(await page.getByRole("button", { name: "Notify owner@example.com" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: `Set inactive: ${sandbox.webhookEndpointId}` }).click();
  await rows(page, "Mail").first().waitFor();
});

test.each([1280, 390])("at %i pixels the clock and the state of the connection stay in view", async (width) => {
  const { sandbox, page } = await open({}, { viewport: { width, height: 700 } });
  await page.getByRole("button", { name: "Reset the sandbox" }).scrollIntoViewIfNeeded();
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  for (const id of ["#top-now", "#connection"]) {
    const box = await page.locator(id).boundingBox();
    expect(box!.y).toBeGreaterThanOrEqual(0);
    expect(box!.y + box!.height).toBeLessThanOrEqual(120);
  }
  await sandbox.admin("POST", "/clock/advance", { to: "2026-02-03T04:05:06Z" });
  await page.locator("#top-now").filter({ hasText: "2026-02-03 04:05:06" }).waitFor();
});

test("a sandbox that was stopped is told, and the page goes on once it is back", async () => {
  const { sandbox, page } = await open();
  await sandbox.close();
  await page.getByText("The sandbox does not answer. It may have been stopped.").waitFor();
  const enabled = page.locator("#board button:enabled, #board input:enabled");
  expect(await enabled.count()).toBe(0);
  await start({ port: Number(new URL(sandbox.url).port), adminToken: sandbox.adminToken });
  await page.getByRole("status").getByText(new URL(sandbox.url).host).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await told(page).getByText("Event payout.paid happened").waitFor();
  expect(await enabled.count()).toBeGreaterThan(10);
});

describe.each(looks)("at the size and in the colours of $name", ({ width, colorScheme }) => {
  test("axe finds nothing wrong, nothing is cut off, and nobody else is asked", async () => {
    const { sandbox, page, tab } = await open({}, { colorScheme, viewport: { width, height: 900 } });
    await fill(sandbox);
    await rows(page, "Faults").getByText("GET /v1/api-keys").waitFor();
    await page.getByRole("button", { name: "1 hour" }).click();
    await told(page).getByText("Advanced 1 h").waitFor();
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Reset the sandbox" }).click();
    expect(await axeViolations(page)).toEqual([]);
    expect([tab.strayed, tab.complaints]).toEqual([[], []]);
  });

  test("axe finds nothing wrong where the token is asked for", async () => {
    const sandbox = await start();
    tab = await openTab(browser, { colorScheme, viewport: { width, height: 900 } });
    await tab.page.goto(sandbox.url);
    await tab.page.getByLabel("Token").waitFor();
    expect(await axeViolations(tab.page)).toEqual([]);
  });
});
