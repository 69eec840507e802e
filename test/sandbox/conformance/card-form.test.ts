import { stopAll } from "../harness";
import { goodCard } from "../payments";
import { accepted, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const page = async (path: string) => {
  const response = await fetch(service.url + path);
  expect(response.status).toBe(200);
  return response.text();
};

test("the hosted form has the card number, expiry and CVV as fields, which the service renders and a merchant's page frames", async () => {
  const html = await page("/_sandbox/card-form");
  for (const field of ["number", "expiry", "cvv"]) expect(html).toMatch(new RegExp(`<input[^>]* id="${field}"`));
  const { headers } = await fetch(`${service.url}/_sandbox/card-form`);
  expect(headers.get("x-frame-options")).toBeNull();
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors \*/);
});

test("loading the hosted form creates nothing, and submitting it creates one payment method", async () => {
  const { value } = await service.key({ type: "publishable" });
  const html = await page("/_sandbox/card-form");
  for (const [, file = ""] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) await page(file);
  const submit = async () =>
    accepted(
      await service.call("POST", "/_sandbox/card-form", {
        headers: { "payments-api-key": value },
        body: { type: "card", card: goodCard, billing_details: { name: "Ada", address: { zip: "1", country: "GB" } } },
      }),
    );
  const [one, two] = [await submit(), await submit()];
  expect(one).toMatchObject({ type: "card", customer_id: null, card: { brand: "visa", last4: "4242" } });
  expect(two.id).not.toBe(one.id);
  expect((await service.confirm(await service.intent(), one.id)).status).toBe(201);
});
