import { requestBytes } from "../../../bench/load/request";

test("a body is JSON unless the headers say otherwise, and its length is counted in bytes", () => {
  const request = { method: "POST", path: "/v1/api-keys", headers: {}, body: '{"name":"é"}' } as const;
  const text = requestBytes(request, 4010).toString();
  expect(text).toContain("POST /v1/api-keys HTTP/1.1\r\nhost: 127.0.0.1:4010\r\n");
  expect(text).toContain("content-type: application/json\r\ncontent-length: 13\r\n");
  expect(text.endsWith('\r\n\r\n{"name":"é"}')).toBe(true);
  const form = requestBytes({ ...request, headers: { "content-type": "text/plain" } }, 1).toString();
  expect(form.match(/content-type: .*/g)).toEqual(["content-type: text/plain"]);
});

test("a request without a body says nothing of one", () => {
  const text = requestBytes({ method: "GET", path: "/x?limit=1", headers: { a: "b" } }, 1).toString();
  expect(text).toBe("GET /x?limit=1 HTTP/1.1\r\nhost: 127.0.0.1:1\r\naccept: application/json\r\na: b\r\n\r\n");
});
