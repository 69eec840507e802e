import { z } from "zod";
import { describeOperations } from "../../../sandbox/admin/operations";
import { adminRoutes } from "../../../sandbox/admin/register";
import { adminRoute } from "../../../sandbox/admin/route";
import { start, stopAll } from "../harness";

afterEach(stopAll);

test("the admin interface lists every one of its calls, and what each takes", async () => {
  const sandbox = await start();
  const { status, body } = await sandbox.admin("GET", "/operations");
  expect([status, body]).toEqual([200, describeOperations(adminRoutes)]);
  expect(body).toContainEqual({
    method: "PATCH",
    path: "/_sandbox/webhook-endpoints/{id}",
    summary: expect.stringContaining("this makes drift"),
    body: "status?, url?",
  });
});

test("whoever asks for what is not there is told where the lists are, and the lists are there", async () => {
  const sandbox = await start();
  const { status, body } = await sandbox.admin("GET", "/key");
  const { message } = (body as { error: { message: string } }).error;
  expect([status, message]).toEqual([404, expect.stringMatching(/GET \/openapi\.json .*GET \/_sandbox\/operations/)]);
  expect((await fetch(`${sandbox.url}/openapi.json`)).status).toBe(200);
});

test("what may be left out has a question mark, and of two forms each is told", () => {
  const summary = "tries";
  const one = z.strictObject({ a: z.string(), b: z.string().optional(), c: z.number().default(1) });
  const two = z.union([z.strictObject({ x: z.string() }), z.strictObject({ y: z.string().optional() })]);
  const handle = (): void => {};
  expect(
    describeOperations([
      adminRoute({ method: "POST", path: "/a", summary, body: one, handle }),
      adminRoute({ method: "POST", path: "/b", summary, query: one, body: two, handle }),
    ]),
  ).toEqual([
    { method: "POST", path: "/_sandbox/a", summary, body: "a, b?, c?" },
    { method: "POST", path: "/_sandbox/b", summary, query: "a, b?, c?", body: "x or y?" },
  ]);
});
