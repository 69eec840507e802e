import { operations } from "../../../bench/load/operation";
import { prism } from "../../../bench/peers/prism";
import { prismDocument } from "../../../bench/peers/prism-document";
import { operationName } from "../../../sandbox/http/operation";
import { readOptions } from "../../../sandbox/options";
import { operationsFor } from "../../../sandbox/routes/index";

test("Prism is given just the paths that are compared, and the sandbox serves the same", () => {
  const documented = Object.entries(prismDocument(10).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => operationName({ method: method.toUpperCase(), path })),
  );
  const called = operations.map((operation) => {
    const { method, path } = prism.calls[operation].request;
    return operationName({ method, path: path.split("?", 1)[0]! });
  });
  expect([...documented].sort()).toEqual([...called].sort());
  expect(operationsFor(readOptions({})).map(operationName)).toEqual(expect.arrayContaining(documented));
});

test("a page of its example holds as many keys as one of the sandbox", () => {
  const { example } = prismDocument(10).paths["/v1/api-keys"].get.responses[200].content["application/json"];
  expect(example).toMatchObject({ items: { length: 10 } });
});
