import { assumed, section, shown } from "../sentence";

export const authentication = [
  section(
    "Authentication",
    shown(
      "Every request carries the header payments-api-key, holding an API key value (<API_KEY>).",
      "conformance/authentication: every request needs payments-api-key, holding the value of a key",
    ),
    assumed(
      "Every request carries the header payments-account, holding the id of the account (usually prefixed acct_) that the request acts on behalf of.",
      ["endpoint-account"],
      "conformance/authentication: every request needs payments-account, holding the account that it acts on behalf of",
    ),
    shown(
      "It is required on all four API key operations.",
      "conformance/authentication: all four API key operations require payments-account",
    ),
    assumed(
      "payments-account must be a merchant (connected) account id.",
      ["inaccessible-account"],
      "conformance/authentication: payments-account is a connected merchant's id: neither a stranger's nor nobody's is taken",
    ),
    shown(
      "It must not be the id of the partner account that was signed up.",
      "conformance/authentication: payments-account must not be the partner's id, but for GET /v1/accounts",
    ),
    shown(
      "With a partner account id, GET /v1/accounts succeeds and the first payment call fails with an error saying the operation is not enabled for this account.",
      "conformance/authentication: with a partner id GET /v1/accounts succeeds, and the first payment call says that the operation is not enabled for this account",
    ),
    shown(
      "A secret key can authenticate every endpoint.",
      "conformance/authentication: a secret key authenticates every operation",
    ),
    shown(
      "A publishable key reaches only a small set of endpoints, for example confirming a payment intent, and its scopes are ignored.",
      "conformance/authentication: a publishable key confirms a payment intent and reaches nothing else, whatever its scopes say",
    ),
    assumed(
      "scopes on a secret key limit what it can reach.",
      ["scopes-are-exact"],
      "conformance/authentication: the scopes of a secret key limit what it reaches",
    ),
    shown("The default ['*'] allows everything.", "conformance/authentication: the default scopes allow everything"),
    shown(
      "The full value of a secret key is returned once, in the creation response.",
      "conformance/authentication: the value of a secret key is returned once, in the creation response",
    ),
    assumed(
      "Every later response redacts it.",
      ["redaction"],
      "conformance/authentication: every later response redacts the value of a secret key, in the form that an option sets",
    ),
    assumed(
      "last_used records the time a key last authenticated.",
      ["last-used-scope"],
      "conformance/authentication: last_used records when a key last authenticated, refused or not",
    ),
    assumed(
      "Which scope each endpoint needs: not shown.",
      ["scope-table", "scope-names"],
      "conformance/authentication: each operation needs the read or the write scope of its own resource, and no other",
    ),
    assumed(
      "The complete list of endpoints open to publishable keys: not shown.",
      ["publishable-set"],
      "conformance/authentication: a publishable key confirms a payment intent and reaches nothing else, whatever its scopes say",
    ),
    assumed(
      "Authentication of webhook deliveries by the receiver (signatures or similar): not shown.",
      ["webhook-authentication"],
      "conformance/deliveries: a notification is not signed",
    ),
  ),
];
