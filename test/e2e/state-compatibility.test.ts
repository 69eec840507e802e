import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inFirstLayout } from "../fixtures/states/first-layout";
import {
  fixtureOf,
  fixtures,
  hashOf,
  keyNames,
  programOf,
  runWhole,
  type StateFixture,
  stackOf,
  writeFixture,
} from "../fixtures/states/stack";
import { plannedIn } from "./harness/rows";
import { leaksOf, plantedIn } from "./harness/secrets";
import { type Service, startService } from "./harness/service";
import type { Stack, StateResource } from "./harness/stack";
import { type Workbench, workbench } from "./harness/workbench";

const newest = fixtures.at(-1)!;

const ours = ({ exported }: StateFixture): StateResource[] =>
  ((exported.deployment as { resources: StateResource[] }).resources ?? []).filter(({ type }) =>
    type.startsWith("pulumi-nodejs:dynamic/"),
  );
const nameOf = ({ urn }: StateResource): string => urn.slice(urn.lastIndexOf("::") + 2);

/** The secret values that state holds of a resource, by the name under which the program exports them. */
function secretValuesOf(resource: StateResource): [name: string, value: string][] {
  const { type, outputs = {} } = resource;
  const plain = (value: unknown): string =>
    typeof value === "string" ? value : (JSON.parse((value as { plaintext: string }).plaintext) as string);
  if (type.endsWith(":RotatingApiKey"))
    return [
      [nameOf(resource), plain(outputs.value)],
      ["before", plain(outputs.retiringValue)],
    ];
  return type.endsWith(":ApiKey") && outputs.type === "secret" ? [[nameOf(resource), plain(outputs.value)]] : [];
}

/** Names of properties at any depth; of what the service answers now and then (a last use) the name may be missing. */
function layoutOf(fixture: StateFixture): Record<string, string[]> {
  const paths = (value: unknown, path: string): string[] =>
    typeof value !== "object" || value === null || Array.isArray(value) || "ciphertext" in value
      ? [path]
      : Object.entries(value).flatMap(([name, inner]) => paths(inner, `${path}.${name}`));
  const entries = ours(fixture).map((resource) => [
    nameOf(resource),
    [...paths(resource.inputs, "inputs"), ...paths(resource.outputs, "outputs")]
      .filter((path) => !/lastUsed$/.test(path))
      .sort(),
  ]);
  return Object.fromEntries(entries);
}

/** A service that has what the state speaks of, and the state with the ids that these things have there. */
async function settleIn(fixture: StateFixture, service: Service, adoptId: string): Promise<string> {
  const found = new Map(ours(fixture).map((resource) => [nameOf(resource), resource]));
  const { scopes: forApplePay } = found.get("applePay")!.outputs as { scopes: string[] };
  let text = JSON.stringify(fixture.exported);
  for (const name of keyNames) {
    const { id, outputs } = found.get(name)!;
    const { type, scopes, name: label } = outputs as { type: "secret"; scopes: string[]; name: string };
    const held = name === "shop" ? [...new Set([...scopes, ...forApplePay])] : scopes;
    const key = {
      account_id: service.accountId,
      type,
      name: label,
      ...(String(type) === "secret" ? { scopes: held } : {}),
    };
    const made = name === "adopted" ? adoptId : (await service.admin.createKey(key as never)).id;
    if (name === "adopted") await service.admin.changeKey(adoptId, { name: label, scopes });
    text = text.replaceAll(id!, made);
  }
  const { outputs: held } = found.get("rotating")!;
  for (const key of [held?.current, held?.retiring] as { id: string; name: string }[]) {
    const scopes = held?.scopes as string[];
    const made = { account_id: service.accountId, type: "secret" as const, name: key.name, scopes };
    text = text.replaceAll(key.id, (await service.admin.createKey(made)).id);
  }
  const { url, accountId, webhookEndpointId } = fixture.service;
  return text
    .replaceAll(url, service.url)
    .replaceAll(accountId, service.accountId)
    .replaceAll(webhookEndpointId, service.webhookEndpointId);
}

describe.each([...fixtures, inFirstLayout(newest)].map((fixture) => [fixture.version, fixture] as const))(
  "a state that %s wrote",
  (_version, fixture) => {
    let service: Service;
    let bench: Workbench;
    let stack: Stack;
    let adoptId: string;
    beforeAll(async () => {
      [service, bench] = await Promise.all([startService(), workbench()]);
      stack = await stackOf(bench, service);
      adoptId = (await service.admin.keys(service.accountId))[0]!.id;
      const file = join(bench.folder, "state.json");
      writeFileSync(file, await settleIn(fixture, service, adoptId));
      await stack.must("stack", "import", "--file", file);
      // refresh and destroy run with the configuration of the last up: with the credential of that time.
      stack.env.PAYMENTS_API_KEY = service.apiKey;
    });
    afterAll(async () => {
      await service?.stop();
      bench?.remove();
    });

    /** The values that the state came with. */
    const imported = new Set<string>();
    const expectSameValues = async (): Promise<void> => {
      const resources = await stack.pulumi("stack", "export", "--show-secrets");
      const { deployment } = JSON.parse(resources.stdout) as { deployment: { resources: StateResource[] } };
      const values = deployment.resources.flatMap(secretValuesOf).map(([name, value]) => {
        imported.add(value);
        return [name, hashOf(value)];
      });
      expect(Object.fromEntries(values)).toEqual(fixture.values);
    };

    test("is clean for the program that made it", async () => {
      const preview = await stack.preview();
      expect([preview.exitCode, plannedIn(preview.output)]).toEqual([0, {}]);
      await expectSameValues();
    });

    test("is refreshed without a loss", async () => {
      expect(await stack.refresh()).toMatchObject({ exitCode: 0 });
      expect((await stack.state()).size).toBe(ours(fixture).length);
      await expectSameValues();
    });

    test("is updated, each value as it was, and is clean afterwards", async () => {
      stack.write(programOf(", renamed"));
      await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
      const up = await stack.up();
      expect(up.exitCode).toBe(0);
      expect(plannedIn(up.output)).toEqual({
        shop: "updated",
        web: "updated",
        applePay: "updated",
        orders: "updated",
        rotating: "updated",
      });
      await expectSameValues();
      const live = await service.admin.keys(service.accountId);
      expect(live.map(({ name }) => name)).toEqual(expect.arrayContaining(["shop, renamed", "web, renamed"]));
      expect(await stack.preview()).toMatchObject({ exitCode: 0 });
    });

    test("is destroyed: what was made goes, what was adopted stays", async () => {
      expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
      expect((await service.admin.keys(service.accountId)).map(({ id }) => id)).toEqual([adoptId]);
    });

    test("leaves no secret in any file or output", () => {
      // What a publishable key holds is public, and the program shows it.
      const planted = [...imported, ...plantedIn({ bench, service })].filter((value) => !value.startsWith("pk_"));
      expect(imported.size).toBe(Object.keys(fixture.values).length);
      const shown = bench.told.filter(({ args }) => !args.includes("--show-secrets"));
      expect(leaksOf(planted, { bench: { ...bench, told: shown }, service })).toEqual([]);
    });
  },
);

test(`the layout that this version writes is kept as ${newest.version}, or under a name of its own`, async () => {
  const [service, bench] = await Promise.all([startService(), workbench()]);
  try {
    const stack = await stackOf(bench, service);
    await runWhole(stack);
    const version = process.env.STATE_FIXTURE;
    const fixture = await fixtureOf(version ?? newest.version, stack, service);
    if (version === undefined) expect(layoutOf(fixture)).toEqual(layoutOf(newest));
    else writeFixture(fixture);
  } finally {
    await service.stop();
    bench.remove();
  }
});
