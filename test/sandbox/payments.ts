import type { Harness, Reply, Request } from "./harness";

/** A card that the form takes; good through December 2030. */
export const goodCard = { number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2030, cvv: "123" };

/** Short ways to say what a merchant and the cardholders do, over HTTP. Each answers the record and fails if it was refused. */
export function payments(sandbox: Harness, headers: Request["headers"] = {}) {
  function made<Body>({ status, body }: Reply): Body {
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }
  const create = async (path: string, body: unknown) =>
    made<{ id: string }>(await sandbox.call("POST", path, { headers, body })).id;
  return {
    /** Types a card into the form; answers the token's id. */
    async token(more: object = {}, card: object = {}): Promise<string> {
      const body = { card: { ...goodCard, ...card }, ...more };
      return made<{ id: string }>(await sandbox.admin("POST", "/payment-methods", body)).id;
    },
    customer: () => create("/v1/customers", { email: "ada@example.com" }),
    intent: (amount = 2_500) =>
      create("/v1/payment-intents", { amount, currency: "usd", payment_method_types: ["card"] }),
    attach: (id: string, customer_id: string) =>
      sandbox.call("PUT", `/v1/payment-methods/${id}/attach`, { headers, body: { customer_id } }),
    confirm: (id: string, payment_method_id: string) =>
      sandbox.call("POST", `/v1/payment-intents/${id}/confirm`, { headers, body: { payment_method_id } }),
  };
}
