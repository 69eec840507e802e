import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { type Harness, start, stopAll } from "../harness";

const files = readdirSync(join(__dirname, "../../../sandbox/pages/browser")).filter((name) => !name.endsWith(".json"));

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(stopAll);

const get = (path: string) => fetch(sandbox.url + path);

/** A request whose path and headers go onto the wire as they are. */
function raw(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url);
    request({ hostname, port, path, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on("error", reject)
      .end();
  });
}

test.each(["/", "/_sandbox/card-form"])(
  "%s is a page that needs no token and names only files of its own",
  async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const html = await response.text();
    const named = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, target = ""]) => target);
    expect(named.length).toBeGreaterThan(3);
    for (const target of named) expect((await get(target)).status).toBe(200);
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)| on\w+=| style=/);
  },
);

test.each(files)("%s is served with its kind, and may not be read as another", async (name) => {
  const response = await get(`/_sandbox/pages/${name}`);
  const kinds: Record<string, string> = {
    html: "text/html",
    css: "text/css",
    js: "text/javascript",
    svg: "image/svg+xml",
  };
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")?.split(";")[0]).toBe(kinds[name.split(".").at(-1) ?? ""]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("the policy allows the sandbox's own files only, and only the card form may be framed", async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get("content-security-policy") ?? "";
  for (const path of ["/", "/_sandbox/card-form"]) {
    const policy = await policyOf(path);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|data:/);
  }
  expect(await policyOf("/")).toContain("frame-ancestors 'none'");
  expect(await policyOf("/_sandbox/card-form")).toContain("frame-ancestors *");
});

test.each([
  "/_sandbox/pages/package.json",
  "/_sandbox/pages/tsconfig.json",
  "/_sandbox/pages/nothing.js",
  "/_sandbox/pages/..%2fregister.ts",
  "/_sandbox/pages/..%2f..%2f..%2fpackage.json",
  "/_sandbox/pages/%2e%2e%2fregister.ts",
  "/_sandbox/pages/board.js%00.html",
])("%s is no file of the pages", async (path) => {
  const { status, body } = await raw(path);
  expect([400, 404]).toContain(status);
  expect(body).toMatch(/^\{"error":/);
});

test("pages are answered to their own host names only, as everything else is", async () => {
  for (const path of ["/", "/_sandbox/card-form", "/_sandbox/pages/board.js"])
    expect((await raw(path, { host: "shop.example.com" })).status).toBe(403);
});
