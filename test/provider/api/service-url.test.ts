import fc from "fast-check";
import { isLoopback, normaliseServiceUrl } from "../../../provider/api/service-url";

describe("the normal form of a service address", () => {
  test.each([
    ["https://API.Example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["https://api.example.com:443", "https://api.example.com"],
    ["http://api.example.com:80/", "http://api.example.com"],
    ["https://api.example.com:8443", "https://api.example.com:8443"],
    ["https://api.example.com/v1", "https://api.example.com"],
    ["https://api.example.com/v1/", "https://api.example.com"],
    ["https://api.example.com//v1//", "https://api.example.com"],
    ["https://api.example.com/v1/v1", "https://api.example.com"],
    ["https://api.example.com./v1", "https://api.example.com"],
    ["https://api.example.com.:8443", "https://api.example.com:8443"],
    ["https://example.com/payments/v1/", "https://example.com/payments"],
    ["https://example.com/Payments", "https://example.com/Payments"],
    ["https://example.com/v10", "https://example.com/v10"],
    ["https://example.com/v1/payments", "https://example.com/v1/payments"],
    ["  https://api.example.com\n", "https://api.example.com"],
    ["http://127.0.0.1:4010/", "http://127.0.0.1:4010"],
    ["http://[::1]:4010/v1", "http://[::1]:4010"],
  ])("%j becomes %s", (given, normal) => {
    expect(normaliseServiceUrl(given)).toBe(normal);
  });

  test.each([
    "api.example.com",
    "localhost:4010",
    "ftp://api.example.com",
    "",
    "https://",
    "https://api.example.com?x=1",
    "https://api.example.com/?",
    "https://api.example.com/#part",
    "https://user@api.example.com",
    "https://:word@api.example.com",
    "https://./v1",
  ])("%j is refused", (given) => {
    expect(() => normaliseServiceUrl(given)).toThrow("the service address must");
  });

  test("a refusal never shows a password", () => {
    expect(() => normaliseServiceUrl("https://user:planted-word@api.example.com?x=planted-word")).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("planted-word") }),
    );
  });

  test("normalising twice changes nothing, and no spelling of one service differs from another", () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    const segment = fc.oneof(label, fc.constant("v1"), fc.constant("V1"));
    const parts = fc.record({
      host: fc.tuple(label, label).map((labels) => labels.join(".")),
      port: fc.option(fc.integer({ min: 1, max: 65_535 }).filter((port) => port !== 443)),
      path: fc.array(segment, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(parts, fc.nat(3), fc.boolean(), ({ host, port, path }, slashes, versioned) => {
        const at = port === null ? "" : `:${port}`;
        const plain = [`https://${host}${at}`, ...path].join("/");
        const normal = normaliseServiceUrl(plain);
        expect(normaliseServiceUrl(normal)).toBe(normal);
        const shouted = [`HTTPS://${host.toUpperCase()}${at === "" ? ":443" : at}`, ...path].join("/");
        expect(normaliseServiceUrl(`${shouted}${versioned ? "/v1" : ""}${"/".repeat(slashes)}`)).toBe(normal);
      }),
    );
  });
});

describe("loopback addresses", () => {
  test.each([
    "http://127.0.0.1:1",
    "http://127.8.8.8",
    "http://localhost",
    "http://a.localhost:80",
    "http://[::1]:4010",
  ])("%s is one", (url) => expect(isLoopback(url)).toBe(true));
  test.each(["http://127.0.0.1.example.com", "http://localhost.example.com", "http://10.0.0.1", "http://[::2]"])(
    "%s is none",
    (url) => expect(isLoopback(url)).toBe(false),
  );
});
