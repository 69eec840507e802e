import { basename } from "node:path";
import ts from "typescript";
import { checkedSources, type Reference } from "./references";
import { sourcesUnder } from "./repository";

/** Every write on a key passes through one gate, which runs its guards right before. */
const gate = "provider/lifecycle/apply.ts";
const creation = "provider/lifecycle/create-key.ts";
const client = "provider/api/api-keys.ts";
const doctor = "cli/doctor/own-keys.ts";

// The compiler reads the whole product for it.
jest.setTimeout(120_000);
const sources = checkedSources();
const placesOf = (uses: readonly Reference[]) => uses.map(({ file, member }) => `${file}: ${member}`);
const unique = (places: readonly string[]) => [...new Set(places)].sort();

const guardFiles = sourcesUnder("provider/guards").filter((file) => !/\/(guard|index)\.ts$/.test(file));
/** `provider/guards/duplicate-name.ts` exports `duplicateName`. */
const exportOf = (file: string) => basename(file, ".ts").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

test("nothing but the gate changes or deletes a key, and nothing but create-key creates one", () => {
  const writes = sources.membersOf("provider/api/service.ts", "ApiKeys", ["create", "modify", "delete"]);
  expect(unique(placesOf(sources.usesOf(writes)))).toEqual([
    `${gate}: delete`,
    `${gate}: modify`,
    `${creation}: create`,
  ]);
});

test("no resource asks a guard: the lifecycle asks in a plan, and again right before a write", () => {
  const asks = [
    ...sources.usesOfExport("provider/guards/index.ts", "findingsOf"),
    ...guardFiles.flatMap((file) => sources.usesOfExport(file, exportOf(file))),
  ];
  const asking = unique(asks.map(({ file }) => file)).filter((file) => !guardFiles.includes(file));
  expect(asking).toEqual([
    "provider/guards/index.ts",
    gate,
    "provider/lifecycle/evidence.ts",
    "provider/lifecycle/guards.ts",
  ]);
});

test("the operations that write a key are used by the client of keys alone", () => {
  const operations = sources.membersOf("provider/api/operations.ts", "operations", ["createApiKey", "deleteApiKey"]);
  const uses = [
    ...sources.usesOf(operations),
    ...sources.usesOfExport("provider/api/operations.ts", "updateOperation"),
  ];
  expect(unique(placesOf(uses))).toEqual([
    `${client}: deleteApiKey`,
    `${client}: updateOperation`,
    "provider/api/key-creation.ts: createApiKey",
  ]);
});

test("requests leave by the caller of operations, which the doctor calls with a transport that records, and nowhere else", () => {
  const exchange = sources.membersOf("provider/api/transport.ts", "Transport", ["exchange"]);
  expect(unique(placesOf(sources.usesOf(exchange)))).toEqual([
    "cli/doctor/client.ts: exchange",
    "provider/api/call.ts: exchange",
  ]);
  const call = sources.membersOf("provider/api/call.ts", "Caller", ["call"]);
  expect(unique(placesOf(sources.usesOf(call)))).toEqual([
    "cli/doctor/client.ts: call",
    "provider/api/api-keys.ts: call",
    "provider/api/key-creation.ts: call",
    "provider/api/key-list.ts: call",
    "provider/api/payment-service.ts: call",
    "provider/api/webhook-endpoints.ts: call",
  ]);
});

test("the doctor writes from within the gate, but for the creation of its own keys", () => {
  const writes = sources.usesOf(sources.membersOf("cli/doctor/client.ts", "ProbeClient", ["write"]));
  expect(unique(placesOf(writes))).toEqual([`${doctor}: write`]);
  const outside = writes.filter(({ node }) => sources.gateAround(node, gate) === undefined);
  expect(outside.map(({ node }) => sentBy(node))).toEqual([{ method: '"POST"', path: "keys" }]);
});

/** What a call hands over as method and path, as it is written. */
function sentBy(callee: ts.Node): object {
  const [sent] = ts.isCallExpression(callee.parent) ? callee.parent.arguments : [];
  const properties = sent !== undefined && ts.isObjectLiteralExpression(sent) ? sent.properties : [];
  return Object.fromEntries(
    properties.flatMap((each) => {
      const name = each.name?.getText();
      return ts.isPropertyAssignment(each) && (name === "method" || name === "path")
        ? [[name, each.initializer.getText()]]
        : [];
    }),
  );
}
