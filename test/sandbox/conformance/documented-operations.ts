import type { Reply } from "../harness";
import type { Scene } from "./scene";

/** An operation that the document shows, and a call of it that succeeds. */
export interface DocumentedOperation {
  name: string;
  /** Status of the document; where it shows none, of the assumption. */
  success: number;
  /** Whether it is a payment operation, which a partner id does not reach. */
  isPayment: boolean;
  /** Makes what the call needs, then calls; headers replace those of the scene. */
  call(headers?: Record<string, string | undefined>): Promise<Reply>;
}

/** Every operation whose method and path the document shows, and the update of a key, whose method it leaves open. */
export function documentedOperations(service: Scene): DocumentedOperation[] {
  const operation =
    (method: string, path: string, success: number, isPayment: boolean) =>
    (prepare: () => Promise<{ id?: string | undefined; query?: string; body?: object }> = async () => ({})) => ({
      name: `${method} ${path}`,
      success,
      isPayment,
      async call(headers: Record<string, string | undefined> = {}) {
        const { id = "", query = "", body } = await prepare();
        return service.call(method, path.replace("{id}", id) + query, { headers, body });
      },
    });
  const keyId = async (body?: object) => ({ id: (await service.key()).id, ...(body && { body }) });
  return [
    operation("GET", "/v1/api-keys", 200, true)(),
    operation("POST", "/v1/api-keys", 201, true)(async () => ({ body: { type: "secret" } })),
    operation("PATCH", "/v1/api-keys/{id}", 200, true)(() => keyId({ name: "New" })),
    operation("DELETE", "/v1/api-keys/{id}", 204, true)(() => keyId()),
    operation("POST", "/v1/customers", 201, true)(async () => ({ body: { email: "ada@example.com" } })),
    operation(
      "PUT",
      "/v1/payment-methods/{id}/attach",
      200,
      true,
    )(async () => ({
      id: await service.token(),
      body: { customer_id: await service.customer() },
    })),
    operation("POST", "/v1/payment-intents", 201, true)(async () => ({ body: { amount: 100, currency: "usd" } })),
    operation(
      "POST",
      "/v1/payment-intents/{id}/confirm",
      201,
      true,
    )(async () => ({
      id: await service.intent(),
      body: { payment_method_id: await service.token() },
    })),
    operation("POST", "/v1/subscriptions", 201, true)(async () => ({ body: await subscriptionBody(service) })),
    operation("GET", "/v1/accounts", 200, false)(),
    operation("GET", "/v1/events", 200, false)(async () => ({ query: "?delivery_status=failed" })),
    operation(
      "PATCH",
      "/v1/webhook-endpoints/{id}",
      200,
      false,
    )(async () => ({
      id: service.webhookEndpointId,
      body: { status: "active" },
    })),
  ];
}

/** A subscription of one unit a month to a customer whose card is good, first billed a month after the clock's start. */
export async function subscriptionBody(service: Scene, card: object = {}) {
  const { customerId, paymentMethodId } = await service.attached(card);
  return {
    customer_id: customerId,
    payment_method_id: paymentMethodId,
    currency: "usd",
    price: 1_500,
    interval_unit: "month",
    interval_count: 1,
    billing_cycle_anchor: "2026-02-01",
  };
}
