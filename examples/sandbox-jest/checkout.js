/**
 * Takes a payment for an order.
 * @param {{ url: string, apiKey: string, accountId: string }} service
 * @param {{ amount: number, currency: string, paymentMethodId: string }} order amount in the currency's smallest unit
 * @returns {Promise<{ paid: true, received: number } | { paid: false, why: string, paymentIntentId: string }>}
 * @throws {Error} if the service refuses for a reason that the customer cannot fix
 */
async function checkout(service, { amount, currency, paymentMethodId }) {
  const intent = await call(service, "/v1/payment-intents", { amount, currency, payment_method_types: ["card"] });
  if (intent.error) throw new Error(intent.error.message);
  const paid = await call(service, `/v1/payment-intents/${intent.id}/confirm`, { payment_method_id: paymentMethodId });
  if (!paid.error) return { paid: true, received: paid.amount_received };
  return { paid: false, why: paid.error.code, paymentIntentId: intent.id };
}

async function call({ url, apiKey, accountId }, path, body) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "payments-api-key": apiKey, "payments-account": accountId },
    body: JSON.stringify(body),
  });
  return response.json();
}

module.exports = { checkout };
