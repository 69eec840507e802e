import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { start, stopAll } from "../../harness";
import { create, cvv, fillCard, merchant } from "../card-form-page";
import { axeViolations, looks, openTab, overflowPx, startChromium, type Tab, toHaveFocus } from "../chromium";

let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  tab = await openTab(browser);
});
afterEach(async () => {
  await tab.context.close();
  await stopAll();
});

test("it makes a payment method on submit, shows its token, and the token can be attached and charged", async () => {
  const { sandbox, fragment } = await merchant();
  const { page } = tab;
  await page.goto(`${sandbox.url}/_sandbox/card-form${fragment}`);
  expect(page.url()).toBe(`${sandbox.url}/_sandbox/card-form`);
  await fillCard(page);
  await page.getByLabel("Name on the card").fill("Ada Lovelace");
  await page.getByLabel("Postal code").fill("10115");
  await create(page);
  await page.getByText("visa ending in 4242, good through 12/2034").waitFor();
  const token = (await page.locator("#created-id").textContent()) ?? "";
  const { body: customer } = await sandbox.call("POST", "/v1/customers", { body: {} });
  const attached = await sandbox.call("PUT", `/v1/payment-methods/${token}/attach`, {
    body: { customer_id: customer.id },
  });
  expect(attached.body).toMatchObject({
    id: token,
    customer_id: customer.id,
    card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 },
    billing_details: { name: "Ada Lovelace", address: { zip: "10115" } },
  });
  const { body: intent } = await sandbox.call("POST", "/v1/payment-intents", {
    body: { amount: 500, currency: "eur" },
  });
  const paid = await sandbox.call("POST", `/v1/payment-intents/${intent.id}/confirm`, {
    body: { payment_method_id: token },
  });
  expect(paid.body).toMatchObject({ status: "succeeded", amount_received: 500 });
});

test("nothing can be typed before the form's script has run, however late a style sheet comes", async () => {
  const { sandbox, fragment } = await merchant();
  const { page, context } = tab;
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await context.route("**/common.css", async (route) => {
    await late;
    await route.continue();
  });
  const sheet = page.waitForResponse((response) => response.url().endsWith("/card-form.css"));
  await page.goto(`${sandbox.url}/_sandbox/card-form${fragment}`, { waitUntil: "commit" });
  await (await sheet).finished();
  for (let looks = 0; looks < 20; looks++) expect(await page.locator("#card").isVisible()).toBe(false);
  arrive();
  await fillCard(page);
  await create(page);
  await page.getByText("Payment method created").waitFor();
});

test("nothing is made before the submit", async () => {
  const { sandbox, fragment } = await merchant();
  const sent: string[] = [];
  tab.page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await tab.page.goto(`${sandbox.url}/_sandbox/card-form${fragment}`);
  await fillCard(tab.page);
  expect(sent.filter((request) => !request.startsWith("GET "))).toEqual([]);
  await create(tab.page);
  await tab.page.getByText("Payment method created").waitFor();
  expect(sent.filter((request) => !request.startsWith("GET "))).toEqual(["POST /_sandbox/card-form"]);
});

test("a mistyped card is told at its fields, and the focus goes to the first of them", async () => {
  const { sandbox, fragment } = await merchant();
  const { page } = tab;
  await page.goto(`${sandbox.url}/_sandbox/card-form${fragment}`);
  await fillCard(page, { number: "4242 4242 4242 4241", cvv: "12" });
  await create(page);
  const alert = page.getByRole("alert");
  await alert.getByText("Card number: is mistyped: its check digit is wrong.").waitFor();
  await alert.getByText("Security code: must be 3 digits").waitFor();
  const field = page.getByLabel("Card number");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await toHaveFocus(field);
  await fillCard(page, { expiry: "soon" });
  await create(page);
  await alert.getByText("Expiry: must look like 12/34.").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBeNull();
  await fillCard(page, { expiry: "01/20" });
  await create(page);
  await alert.getByText("Expiry: the card has expired").waitFor();
});

test("a secret key is refused with the reason, and by hand the key is asked for", async () => {
  const { sandbox, key } = await merchant();
  const { page } = tab;
  await page.goto(`${sandbox.url}/_sandbox/card-form#key=${sandbox.apiKey}&account=${sandbox.accountId}`);
  await fillCard(page);
  await create(page);
  await page.getByRole("alert").getByText("this is a secret key, which belongs on a server").waitFor();
  await page.getByLabel("Publishable key").fill(key);
  await page.getByLabel("Merchant account id").fill(sandbox.accountId);
  await page.getByRole("button", { name: "Go on" }).click();
  await create(page);
  await page.getByText("Payment method created").waitFor();
});

test("from the sandbox's page it works by hand, with test cards and what their issuer will say", async () => {
  const sandbox = await start();
  const { page } = tab;
  await page.goto(`${sandbox.url}/#token=${sandbox.adminToken}`);
  await page.getByRole("link", { name: "Card form" }).click();
  await page.getByRole("button", { name: "American Express" }).click();
  await page.getByLabel("What the card's issuer will say").selectOption("Decline one charge, then approve");
  await create(page);
  await page.getByText("amex ending in 0005").waitFor();
  const token = (await page.locator("#created-id").textContent()) ?? "";
  const { body: intent } = await sandbox.call("POST", "/v1/payment-intents", {
    body: { amount: 500, currency: "eur" },
  });
  const statuses = [];
  for (let attempt = 0; attempt < 2; attempt++)
    statuses.push(
      (await sandbox.call("POST", `/v1/payment-intents/${intent.id}/confirm`, { body: { payment_method_id: token } }))
        .status,
    );
  expect(statuses).toEqual([402, 201]);
});

test("the number and the CVV are in no field, answer, log line or stored byte afterwards", async () => {
  const folder = mkdtempSync(join(tmpdir(), "card-form-"));
  try {
    const { sandbox, fragment } = await merchant({ data: join(folder, "p.db") });
    const { page } = tab;
    const answers: Promise<string>[] = [];
    page.on("response", (response) => answers.push(response.text().catch(() => "")));
    await page.goto(`${sandbox.url}/_sandbox/card-form${fragment}`);
    await fillCard(page, { number: "5105105105105100" });
    await create(page);
    await page.getByText("mastercard ending in 5100").waitFor();
    await page.getByRole("button", { name: "Another one" }).click();
    expect(await page.getByLabel("Card number").inputValue()).toBe("");
    expect(await page.getByLabel("Security code (CVV)").inputValue()).toBe("");
    await sandbox.admin("POST", "/snapshots/now");
    const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
    expect(stored.join()).toContain("mastercard");
    const everything = [...(await Promise.all(answers)), ...sandbox.lines, await page.content(), ...stored].join("\n");
    expect(everything).toContain("5100");
    expect(everything).not.toContain("510510510510");
    expect(everything).not.toMatch(new RegExp(`\\bcvv\\W{1,4}${cvv}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(looks)("axe finds nothing wrong at the size and in the colours of $name", async ({ width, colorScheme }) => {
  const { sandbox, fragment } = await merchant();
  const own = await openTab(browser, { colorScheme, viewport: { width, height: 900 } });
  const { page } = own;
  try {
    await page.goto(`${sandbox.url}/_sandbox/card-form`);
    await page.getByLabel("Publishable key").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto("about:blank");
    await page.goto(`${sandbox.url}/_sandbox/card-form${fragment}`);
    await fillCard(page, { cvv: "1" });
    await create(page);
    await page.getByRole("alert").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    await fillCard(page);
    await create(page);
    await page.getByText("Payment method created").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(own.strayed).toEqual([]);
    // A refused form is an answer of 400, which Chromium notes as an error by itself.
    expect(own.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  } finally {
    await own.context.close();
  }
});
