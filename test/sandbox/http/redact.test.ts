import fc from "fast-check";
import { loggableUrl } from "../../../sandbox/http/redact";

const digits = "0123456789abcdef".repeat(3);
const token = "the admin's own token";

test.each([
  [`/v1/api-keys/sk_sandbox_${digits}`, "/v1/api-keys/sk_sandbox_[redacted]"],
  [`/v1/api-keys/sk%5Fsandbox%5F${digits}`, "/v1/api-keys/sk_sandbox_[redacted]"],
  [`/v1/api-keys/sk%255Fsandbox_${digits}`, "/v1/api-keys/sk%5Fsandbox_[redacted]"],
  [`/v1/x?key=${digits}`, "/v1/x?key=[redacted]"],
  [`/v1/x?key=${digits.toUpperCase()}`, "/v1/x?key=[redacted]"],
  ["/v1/x?card=4242424242424242", "/v1/x?card=[redacted]"],
  ["/v1/x?card=4242-4242%204242-4242", "/v1/x?card=[redacted]"],
  ["/v1/x?token=the%20admin%27s%20own%20token", "/v1/x?token=[redacted]"],
])("of %s is logged %s", (url, logged) => {
  expect(loggableUrl(url, [token])).toBe(logged);
});

test.each([
  "/v1/api-keys?offset=20&limit=100",
  "/v1/payment-intents/pi_0123456789012345/confirm",
  "/v1/x?card=4242424242424241",
  "/v1/x?time=1767225600000",
  "/v1/%zz",
  "/v1/%20",
])("%s holds no secret and is logged as it is", (url) => {
  expect(loggableUrl(url, [token])).toBe(url);
});

test("wherever a secret stands and however its characters are encoded, it is not logged", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.constantFrom(`sk_sandbox_${digits}`, `pk_sandbox_${digits}`, token, digits),
      fc.infiniteStream(fc.boolean()),
      (before, after, secret, choices) => {
        const spelled = [...secret]
          .map((letter) =>
            choices.next().value || letter === " " ? `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}` : letter,
          )
          .join("");
        const logged = loggableUrl(`/${encodeURIComponent(before)}${spelled}${encodeURIComponent(after)}%zz`, [token]);
        expect(logged).not.toContain(secret);
        expect(unescape(logged)).not.toContain(secret);
      },
    ),
  );
});

test("a long url is cut once its secrets are out", () => {
  const url = `/v1/${"x".repeat(1_980)}${digits}`;
  expect(loggableUrl(url, [token])).not.toContain(digits.slice(0, 8));
  expect(loggableUrl(url, [token]).length).toBeLessThanOrEqual(2_000);
});
