import { fieldMeta } from "../../../provider/lifecycle/inputs";
import { resources } from "../../../provider/resources/registry";

const all = Object.entries(resources);

test.each(all)("%s is registered under the name of its class", (name, definition) => {
  expect(definition.className).toBe(name);
});

test.each(all)("every argument and output of %s is described in whole sentences", (_name, { args, outputs }) => {
  for (const [field, schema] of [...Object.entries(args.shape), ...Object.entries(outputs.shape)]) {
    expect(`${field}: ${fieldMeta(schema).description}`).toMatch(/: \S.*\.$/s);
  }
});

test.each(all)("%s names its account and profile, whose change replaces, and keeps where it lives", (_name, each) => {
  for (const name of ["accountId", "profile"]) expect(fieldMeta(each.args.shape[name]!).createOnly).toBe(true);
  for (const name of ["serviceUrl", "environment", "accountId"]) expect(each.outputs.shape).toHaveProperty(name);
});

test("only a key's value and the value that is adopted are secret", () => {
  const secrets = all.flatMap(([name, { args, outputs }]) =>
    [...Object.entries(args.shape), ...Object.entries(outputs.shape)]
      .filter(([, schema]) => fieldMeta(schema).secret)
      .map(([field]) => `${name}.${field}`),
  );
  expect(secrets.sort()).toEqual([
    "ApiKey.adoptValue",
    "ApiKey.value",
    "RotatingApiKey.adoptValue",
    "RotatingApiKey.retiringValue",
    "RotatingApiKey.value",
  ]);
});
