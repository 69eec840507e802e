import type { ErrorCode } from "../core/errors";
import type { World } from "../core/world";
import { isExpired } from "./cards";
import { nextVerdict, type PaymentMethod, useUp } from "./payment-methods";

/** Why a charge was declined; `message` is a clause that names the card by its last digits. */
export interface Decline {
  code: Extract<ErrorCode, "card_declined" | "expired_card">;
  message: string;
}

/**
 * Charges a card once. An expired one is declined before its issuer is asked, so it takes no entry of the card's behaviour.
 * A token that was not attached is used up by a charge that succeeds.
 */
export function charge(world: World, method: PaymentMethod): Decline | "succeeded" {
  const { card } = method;
  const shown = `the ${card.brand} card ending in ${card.last4}`;
  if (isExpired(card, world.clock.now())) {
    return { code: "expired_card", message: `${shown} expired at the end of ${card.exp_month}/${card.exp_year}` };
  }
  if (nextVerdict(world, method.id) === "decline") {
    return { code: "card_declined", message: `${shown} was declined` };
  }
  useUp(world, method);
  return "succeeded";
}
