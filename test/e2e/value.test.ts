import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { javascript, plainJavascript } from "./harness/programs";
import { leaksOf } from "./harness/secrets";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { type Workbench, workbench } from "./harness/workbench";

/** Every way in which a service may redact a value that it has shown once. */
const forms = ["mask", "omit", "null", "last4"] as const;

const program = (note: string) => `
const { forms } = ${JSON.stringify({ forms })};
for (const form of forms) {
  const key = new ApiKey(form, { profile: form, type: "secret", name: form + "${note}", scopes: ["api_keys:read"] });
  exports[form] = key.value;
}
const web = new ApiKey("web", { profile: "mask", type: "publishable" });
exports.web = web.value;
exports.plain = new ApiKey("plain", { profile: "mask", type: "publishable", plainValue: true }).value;
exports.joined = pulumi.interpolate\`Bearer \${web.value}\`;
`;

let services: Map<string, Service>;
let bench: Workbench;
let stack: Stack;
let values: Record<string, unknown>;
beforeAll(async () => {
  const [made, ...started] = await Promise.all([
    workbench(),
    ...forms.map(async (form) => [form, await startService(["--redaction", form])] as const),
  ]);
  bench = made;
  services = new Map(started);
  stack = await bench.stack({ name: "value", files: javascript(program("")), yaml: plainJavascript });
  await stack.configure({}, { "payments:profiles": JSON.stringify(profiles()) });
  await stack.mustUp();
  values = await stack.outputs("--show-secrets");
});
afterAll(async () => {
  await Promise.all([...(services?.values() ?? [])].map((service) => service.stop()));
  bench?.remove();
});

function profiles(): Record<string, object> {
  const entries = [...services].map(([form, { url, accountId, apiKey }]) => [
    form,
    { baseUrl: url, accountId, apiKey },
  ]);
  return Object.fromEntries(entries);
}

function serviceOf(form: string): Service {
  const service = services.get(form);
  if (service === undefined) throw new Error(`there is no service with the redaction ${form}`);
  return service;
}

async function expectSameValues(of: Stack): Promise<void> {
  expect(await of.outputs("--show-secrets")).toEqual(values);
}

test.each(forms)("the value of a key of the service with redaction %s is the one that authenticates", async (form) => {
  expect(serviceOf(form).witness.issued).toContain(values[form]);
  expect(await serviceOf(form).statusFor(String(values[form]))).toBe(200);
});

test("no output shows a value unless secrets are asked for, and what is made of a value is as secret", async () => {
  const shown = await stack.outputs();
  for (const name of [...forms, "web", "joined"]) expect(shown[name]).toBe("[secret]");
  expect(values.joined).toBe(`Bearer ${values.web}`);
});

test("the value of a publishable key is plain where the program asks for that", async () => {
  expect(await stack.outputs()).toMatchObject({ plain: expect.stringMatching(/^pk_/) });
});

test("an exported state holds each value as ciphertext only", async () => {
  const state = await stack.state();
  for (const name of [...forms, "web"]) {
    expect(state.get(name)?.outputs?.value).toEqual({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      ciphertext: expect.stringMatching(/^v1:/),
    });
  }
});

test("the values are the same after an update of every key", async () => {
  stack.write(javascript(program(", renamed")));
  const up = await stack.up();
  expect(up).toMatchObject({ exitCode: 0, output: expect.stringMatching(/~ 4 updated/) });
  await expectSameValues(stack);
});

test("the values are the same after a refresh, and the next preview is clean", async () => {
  await services.get("mask")?.admin.changeKey((await stack.state()).get("mask")?.id ?? "", { name: "mask, renamed" });
  expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
  await expectSameValues(stack);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("the values are the same in another stack that imported the state, and nothing is to change there", async () => {
  const other = await bench.sibling(stack, "other");
  await other.configure({}, { "payments:profiles": JSON.stringify(profiles()) });
  const file = join(bench.folder, "exported.json");
  await stack.must("stack", "export", "--file", file);
  const exported = readFileSync(file, "utf8");
  writeFileSync(
    file,
    exported.replaceAll("urn:pulumi:dev::", "urn:pulumi:other::").replaceAll("value-dev", "value-other"),
  );
  await other.must("stack", "import", "--file", file);
  expect(await other.preview("--refresh")).toMatchObject({ exitCode: 0 });
  await expectSameValues(other);
});

test("no value, credential or token of any of the services stands in anything that was written", () => {
  const planted = [...services.values()].flatMap(({ witness, apiKey, adminToken }) => [
    // The one value that the program shows on purpose.
    ...witness.issued.filter((value) => value !== values.plain),
    apiKey,
    adminToken,
  ]);
  expect(planted.length).toBeGreaterThan(12);
  expect(leaksOf(planted, { bench })).toEqual([]);
});

test("a value that is written in clear is found by the same search", () => {
  writeFileSync(join(bench.folder, "leak"), JSON.stringify({ key: values.mask }));
  expect(leaksOf([String(values.mask)], { bench })).toEqual(["leak"]);
});
