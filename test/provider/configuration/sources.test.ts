import { join } from "node:path";
import { sourcesOf } from "../../../provider/configuration/sources";

// The class that the SDK really hands over.
const { Config } = require(join(require.resolve("@pulumi/pulumi"), "..", "cmd", "dynamic-provider", "config"));

test("reads keys and values from what the SDK of this repository hands over", () => {
  const config = new Config({ "payments:apiKey": "k", "project:mine": "m" }, "project");
  const { configured, configuredKeys } = sourcesOf({ config }, {});
  expect(configured("payments:apiKey")).toBe("k");
  expect(configured("payments:none")).toBeUndefined();
  expect(configuredKeys).toEqual(["payments:apiKey", "project:mine"]);
});

test("works where an SDK keeps its keys elsewhere, and where there is no request at all", () => {
  expect(sourcesOf({ config: { get: () => "v" } }, {}).configuredKeys).toEqual([]);
  expect(sourcesOf(undefined, { A: "1" })).toMatchObject({ configuredKeys: [], environment: { A: "1" } });
  expect(sourcesOf(undefined, {}).configured("payments:apiKey")).toBeUndefined();
});
