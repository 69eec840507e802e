import fc from "fast-check";
import { plainAddress } from "../../../policy/text/address";
import { normaliseServiceUrl } from "../../../provider/api/service-url";

const plain = "https://pay.example.com/eu";

test.each([
  plain,
  `${plain}/`,
  `${plain}/v1`,
  `${plain}//v1//`,
  "https://pay.example.com:443/eu",
  "https://pay.example.com./eu",
  " HTTPS://Pay.Example.com/eu ",
])("%j has the same normal form as the others", (address) => {
  expect(plainAddress(address)).toBe(plain);
});

test.each([
  "https://pay.example.com:80",
  "http://pay.example.com:443",
  "https://pay.example.com/v10",
  "https://a/v1/eu",
])("%j does not change", (address) => {
  expect(plainAddress(address)).toBe(address);
});

test("the default port of http is 80", () => {
  expect(plainAddress("http://localhost:80/v1")).toBe("http://localhost");
  expect(plainAddress("http://localhost:8080")).toBe("http://localhost:8080");
});

test("a pattern stays a pattern", () => {
  expect(plainAddress("https://*.pay.example.com/v1")).toBe("https://*.pay.example.com");
  expect(plainAddress("*")).toBe("*");
});

const addresses = fc
  .tuple(
    fc.constantFrom("http://", "https://", "HTTPS://"),
    fc.constantFrom("a.example", "A.example.", "localhost", "[::1]", "127.0.0.1"),
    fc.constantFrom("", ":80", ":443", ":8443"),
    fc.array(fc.constantFrom("/", "/v1", "/eu", "/v10"), { maxLength: 4 }),
  )
  .map(([scheme, host, port, path]) => `${scheme}${host}${port}${path.join("")}`);

test("it agrees with the provider on which addresses are equal", () => {
  fc.assert(
    fc.property(addresses, addresses, (left, right) => {
      const same = normaliseServiceUrl(left) === normaliseServiceUrl(right);
      expect(plainAddress(left) === plainAddress(right)).toBe(same);
    }),
    { numRuns: 500 },
  );
});
