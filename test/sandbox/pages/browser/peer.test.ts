import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { blocksIn, pageAt } from "../../../docs/pages";
import { start, stopAll } from "../../harness";
import { create, cvv, fillCard, merchant, number } from "../card-form-page";
import { openTab, postToFrame, startChromium, type Tab } from "../chromium";

let browser: Browser;
let tab: Tab;
let servers: Server[] = [];
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  tab = await openTab(browser);
});
afterEach(async () => {
  await tab.context.close();
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
  await stopAll();
});

/** A page of a merchant on another origin, with whatever is to be in it. */
async function merchantPage(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(`<!doctype html><title>Shop</title>${html}`);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Keeps every message that a page gets, as JSON in its title: no script of a test is needed to read it. */
const listening = `<script>
  const messages = [];
  addEventListener("message", ({ data, origin }) => { messages.push({ origin, ...data }); document.title = JSON.stringify(messages); });
</script>`;
const messages = async (page: Page, count: number): Promise<Record<string, unknown>[]> => {
  await page.waitForFunction(`document.title.startsWith("[") && JSON.parse(document.title).length >= ${count}`);
  return JSON.parse(await page.title());
};

test("a page of another origin frames its fields, calls the routine with billing details, and gets the payment method", async () => {
  const { sandbox, fragment } = await merchant();
  const { page } = tab;
  const form = `${sandbox.url}/_sandbox/card-form${fragment}&fields=card`;
  await page.goto(await merchantPage(`${listening}<iframe src="${form}" width="400" height="300"></iframe>`));
  expect(await messages(page, 1)).toEqual([{ origin: sandbox.url, call: "ready" }]);
  const frame = page.frames()[1]!;
  await fillCard(frame);
  expect(await frame.getByLabel("Name on the card").isVisible()).toBe(false);
  expect(await frame.getByRole("button", { name: "Create payment method" }).isVisible()).toBe(false);
  await postToFrame(
    page,
    {
      call: "create_payment_method",
      id: 7,
      type: "card",
      billing_details: { address: { zip: "10115", country: "DE" } },
    },
    sandbox.url,
  );
  const [, answer] = await messages(page, 2);
  expect(answer).toMatchObject({
    origin: sandbox.url,
    call: "create_payment_method",
    id: 7,
    payment_method: {
      id: expect.stringMatching(/^pm_/),
      customer_id: null,
      type: "card",
      card: { brand: "visa", last4: "4242" },
      billing_details: { address: { zip: "10115", country: "DE" } },
    },
  });
  expect(JSON.stringify(answer)).not.toContain(number);
  expect(JSON.stringify(answer)).not.toContain(cvv);
});

test("the example in docs/how-to/show-a-card-form.md works as it is printed, with the address, key and account of a sandbox", async () => {
  const { sandbox, key } = await merchant();
  const { page } = tab;
  const [{ code } = { code: "" }] = blocksIn(pageAt("docs/how-to/show-a-card-form.md"), "html");
  const example = code
    .replaceAll("http://127.0.0.1:4010", sandbox.url)
    .replace("pk_sandbox_…", key)
    .replace("acct_…", sandbox.accountId);
  await page.goto(
    await merchantPage(`<script>const send = (token) => { document.title = token; };</script>${example}`),
  );
  const frame = page.frames()[1]!;
  await fillCard(frame);
  await page.getByRole("button", { name: "Pay" }).click();
  await page.waitForFunction("document.title.startsWith('pm_')");
  const { body: intent } = await sandbox.call("POST", "/v1/payment-intents", { body: { amount: 5, currency: "eur" } });
  const paid = await sandbox.call("POST", `/v1/payment-intents/${intent.id}/confirm`, {
    body: { payment_method_id: await page.title() },
  });
  expect(paid.body).toMatchObject({ status: "succeeded" });
});

test("a refusal is told to the page that asked, with the field at fault", async () => {
  const { sandbox, fragment } = await merchant();
  const { page } = tab;
  await page.goto(
    await merchantPage(
      `${listening}<iframe src="${sandbox.url}/_sandbox/card-form${fragment}" width="400" height="700"></iframe>`,
    ),
  );
  await messages(page, 1);
  const frame = page.frames()[1]!;
  await fillCard(frame, { number: "4242424242424241" });
  await create(frame);
  const [, answer] = await messages(page, 2);
  expect(answer).toMatchObject({
    call: "create_payment_method",
    id: null,
    error: { code: "invalid_parameter", param: "card.number", message: expect.stringContaining("check digit") },
  });
});

test("a window that a page opened hands the payment method back to it", async () => {
  const { sandbox, fragment } = await merchant();
  const { page } = tab;
  const form = `${sandbox.url}/_sandbox/card-form${fragment}`;
  await page.goto(await merchantPage(`${listening}<button onclick="window.open('${form}')">Pay</button>`));
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.getByText("Pay").click()]);
  await fillCard(popup);
  await create(popup);
  const [, answer] = await messages(page, 2);
  expect(answer).toMatchObject({ payment_method: { id: expect.stringMatching(/^pm_/), customer_id: null } });
});

test("nobody but the page that framed it is heard, and a page of another origin than the one named receives nothing", async () => {
  const { sandbox, fragment } = await merchant();
  const { page } = tab;
  const form = `${sandbox.url}/_sandbox/card-form${fragment}&origin=${encodeURIComponent("http://127.0.0.1:1")}`;
  await page.goto(await merchantPage(`${listening}<iframe src="${form}" width="400" height="700"></iframe>`));
  const frame = page.frames()[1]!;
  await fillCard(frame);
  await postToFrame(page, { call: "create_payment_method", id: 1, type: "card" }, "*");
  await create(frame);
  await frame.getByText("Payment method created").waitFor();
  expect(await page.title()).toBe("Shop");
  expect(await frame.locator("#created-id").count()).toBe(1);
});

test("a page that frames it without a key gets nothing of the admin token that the browser has", async () => {
  const sandbox = await start();
  const { page } = tab;
  await page.goto(`${sandbox.url}/#token=${sandbox.adminToken}`);
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  await page.goto(
    await merchantPage(`<iframe src="${sandbox.url}/_sandbox/card-form" width="400" height="700"></iframe>`),
  );
  await page.frames()[1]!.getByLabel("Publishable key").waitFor();
});
