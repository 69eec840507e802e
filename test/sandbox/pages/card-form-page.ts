import type { Frame, Page } from "playwright-core";
import type { SandboxOptions } from "../../../sandbox/index";
import { type Harness, start } from "../harness";

/** A good card, and a CVV that is easily found again. */
export const number = "4242424242424242";
export const cvv = "977";

/** A sandbox, and the fragment of the form's address that a page with a publishable key of the merchant uses. */
export async function merchant(
  options: SandboxOptions = {},
): Promise<{ sandbox: Harness; fragment: string; key: string }> {
  const sandbox = await start(options);
  const { body } = await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } });
  return { sandbox, key: body.value, fragment: `#key=${body.value}&account=${sandbox.accountId}` };
}

export async function fillCard(
  page: Page | Frame,
  card: { number?: string; expiry?: string; cvv?: string } = {},
): Promise<void> {
  await page.getByLabel("Card number").fill(card.number ?? number);
  await page.getByLabel("Expiry (MM/YY)").fill(card.expiry ?? "12/34");
  await page.getByLabel("Security code (CVV)").fill(card.cvv ?? cvv);
}

export const create = (page: Page | Frame) => page.getByRole("button", { name: "Create payment method" }).click();
