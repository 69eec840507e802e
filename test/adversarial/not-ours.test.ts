// Long because: every story of a key that is somebody else's stands in one place.
import { closeWorlds, failureOf, openWorld, type Process, type World } from "../provider/lifecycle/world";
import { type Asked, type Liar, type Lie, type Shown, startLiar } from "./liar";
import { StackResource } from "./stack-resource";

const liars: Liar[] = [];
afterEach(async () => {
  await Promise.all(liars.splice(0).map((liar) => liar.close()));
  await closeWorlds();
});

/** A service that lies from now on. */
async function lying(lie: Lie): Promise<{ world: World; liar: Liar }> {
  const world = await openWorld();
  const liar = await startLiar(world.sandbox, lie);
  liars.push(liar);
  world.config["payments:baseUrl"] = liar.url;
  return { world, liar };
}

const reads = { type: "secret", scopes: ["accounts:read"] };
const hour = 3_600;
const manages = ["api_keys:read", "api_keys:write"];
const daily = { scopes: manages, rotation: { everyDays: 1, overlapHours: 1 } };
const byTrigger = (trigger: string) => ({ scopes: manages, rotation: { trigger, overlapHours: 24 } });
const isCreate = ({ method, path }: Asked): boolean => method === "POST" && path === "/v1/api-keys";
const neverShowsUse: Lie = { key: ({ last_used: _, ...key }) => key };
const copyOf = (state: StackResource["state"]): StackResource["state"] => structuredClone(state);

interface CurrentKey {
  id: string;
  name: string;
}
const currentOf = (rotation: StackResource): CurrentKey => rotation.outputs.current as CurrentKey;

async function namesById(world: World): Promise<Map<string, string>> {
  return new Map((await world.keys()).map(({ id, name }): [string, string] => [id, name]));
}

describe("a rotation whose older state was imported", () => {
  test.each([
    ["apiKeyId proves which key the credential is", true],
    ["only the shown part of the value tells which key the credential is", false],
  ])("keeps the newer key, which the run authenticates with, where %s", async (_what, isNamed) => {
    const { world } = await lying(neverShowsUse);
    const rotation = new StackResource(world, "RotatingApiKey", "ci");
    await rotation.up(byTrigger("a"));
    const older = copyOf(rotation.state);
    await rotation.up(byTrigger("b"));
    const credential = currentOf(rotation);
    world.config["payments:apiKey"] = String(rotation.outputs.value);
    if (isNamed) world.config["payments:apiKeyId"] = credential.id;

    rotation.state = older;
    for (const trigger of ["a", "a", "c"]) {
      const process = world.start();
      await rotation.up(byTrigger(trigger), {}, process).catch(() => undefined);
      expect((await world.key(credential.id))?.name).toBe(credential.name);
      expect(process.text()).toContain(credential.id);
    }
  });

  test("keeps every key that a later state records, through rotations, retirements and a destroy", async () => {
    const { world } = await lying(neverShowsUse);
    const rotation = new StackResource(world, "RotatingApiKey", "ci");
    await rotation.up(daily);
    const older = copyOf(rotation.state);
    await world.sandbox.advance({ seconds: 25 * hour });
    await rotation.up(daily);
    const newer = currentOf(rotation);

    rotation.state = older;
    for (let day = 0; day < 3; day += 1) {
      await rotation.up(daily);
      await world.sandbox.advance({ seconds: 25 * hour });
    }
    await rotation.destroy();
    expect((await world.key(newer.id))?.name).toBe(newer.name);
  });
});

describe("a rotation leaves alone a key of somebody else", () => {
  /** Rotates by time until keys of several generations have come and gone. */
  async function rotateForDays(rotation: StackResource, days: number): Promise<string> {
    let output = "";
    for (let day = 0; day < days; day += 1) {
      await rotation.world.sandbox.advance({ seconds: 25 * hour });
      output += (await rotation.up(daily)).text;
    }
    return output;
  }

  test.each<[string, (current: string) => string]>([
    ["Copy of <current name>", (current) => `Copy of ${current}`],
    ["<current name>-copy", (current) => `${current}-copy`],
    ["<current name> (2)", (current) => `${current} (2)`],
    ["<prefix>-<current name>", (current) => `svc-${current}`],
    ["the current name itself", (current) => current],
    ["the current name in capitals", (current) => current.toUpperCase()],
    ["the current name with spaces around it", (current) => `  ${current} `],
  ])("that a colleague named %s", async (_what, nameFor) => {
    const { world } = await lying(neverShowsUse);
    const rotation = new StackResource(world, "RotatingApiKey", "ci");
    await rotation.up(daily);
    const { id } = await world.colleagueMakes({ ...reads, name: nameFor(currentOf(rotation).name) });
    await rotateForDays(rotation, 4);
    await rotation.destroy();
    expect((await world.keys()).map((key) => [key.id, key.scopes])).toEqual([[id, reads.scopes]]);
  });

  test("that only ends as its own keys do, and says nothing of it", async () => {
    const { world } = await lying(neverShowsUse);
    const rotation = new StackResource(world, "RotatingApiKey", "ci");
    await rotation.up(daily);
    const { id } = await world.colleagueMakes({ ...reads, name: `Copy of ${currentOf(rotation).name}` });
    expect(await rotateForDays(rotation, 2)).not.toContain(id);
  });

  test("that an ApiKey of the same program names after the current one: it is one key for good", async () => {
    const { world } = await lying(neverShowsUse);
    const rotation = new StackResource(world, "RotatingApiKey", "ci");
    const reports = new StackResource(world, "ApiKey", "reports");
    const ids = new Set<string>();
    for (let run = 0; run < 4; run += 1) {
      await rotation.up(byTrigger("a"));
      const plan = await reports.up({ ...reads, name: `reports for ${currentOf(rotation).name}` });
      ids.add(reports.state!.id);
      if (run > 0) expect(plan.step).toBe("same");
      await world.sandbox.advance({ seconds: 25 * hour });
    }
    expect([...ids]).toEqual([reports.state!.id]);
    expect((await world.keys()).map(({ id }) => id).sort()).toEqual([currentOf(rotation).id, reports.state!.id].sort());
  });

  test("that another backend manages with a copy of the state: each keeps its own current key", async () => {
    const { world } = await lying(neverShowsUse);
    const here = new StackResource(world, "RotatingApiKey", "ci");
    await here.up(byTrigger("a"));
    const there = new StackResource(world, "RotatingApiKey", "ci");
    there.state = copyOf(here.state);
    const handedOut = new Set<string>();
    for (const [index, trigger] of ["b", "c", "d"].entries()) {
      for (const rotation of [here, there]) {
        await rotation.up(byTrigger(trigger));
        const current = currentOf(rotation).id;
        expect(await world.key(current)).toBeDefined();
        handedOut.add(current);
      }
      expect([index, (await world.key(currentOf(here).id)) !== undefined]).toEqual([index, true]);
      await world.sandbox.advance({ seconds: 60 * hour });
    }
    expect(currentOf(here).id).not.toBe(currentOf(there).id);
    await there.destroy();
    expect(await world.key(currentOf(here).id)).toBeDefined();
    expect(handedOut.size).toBeGreaterThan(2);
  });
});

describe("a preview accuses nobody of being left over", () => {
  test("who is another stack's key named after one of this stack's", async () => {
    const { world } = await lying({});
    const ours = new StackResource(world, "ApiKey", "a", { stack: "one" });
    await ours.up(reads);
    const theirs = new StackResource(world, "ApiKey", "b", { stack: "two" });
    await theirs.up({ ...reads, name: `svc-${ours.outputs.name}` });
    for (const plan of [await ours.preview(reads), await ours.up(reads)]) {
      expect(plan.step).toBe("same");
      expect(plan.text).not.toContain(theirs.state!.id);
    }
  });

  test("who is a key of the same program named after it", async () => {
    const { world } = await lying({});
    const first = new StackResource(world, "ApiKey", "a");
    const second = new StackResource(world, "ApiKey", "b");
    await first.up(reads);
    const named = { ...reads, name: `svc-${first.outputs.name}` };
    await second.up(named);
    const process = world.start();
    await first.preview(reads, {}, process);
    await second.preview(named, {}, process);
    expect(process.text()).not.toContain("left over");
  });

  test.each<["ApiKey" | "RotatingApiKey", object]>([
    ["ApiKey", reads],
    ["RotatingApiKey", daily],
  ])("who is the key of an %s that 'pulumi up --replace' replaces", async (className, args) => {
    const { world } = await lying({});
    const key = new StackResource(world, className, "a");
    await key.up(args);
    const [before] = await world.keys();
    const output = await key.replaceUnasked(args);
    expect(output).not.toMatch(/left over|orphan/);
    expect(await world.key(before.id)).toBeUndefined();
    expect(await world.keys()).toHaveLength(1);
  });
});

/** What stands for a key that a service answers a creation with, though it made none. */
interface WrongAnswer {
  says: string;
  /** The lists do not show the key before. */
  isHidden: boolean;
  shown(victim: Shown, asked: Shown): Shown;
}

const wholeValue = `sk_sandbox_${"5".repeat(48)}`;
const valueFor = (type: unknown): string => (type === "publishable" ? wholeValue.replace("sk_", "pk_") : wholeValue);
/** Everything as requested but what gives it away. */
const asRequested = (victim: Shown, asked: Shown): Shown => ({
  ...victim,
  type: asked.type,
  scopes: asked.scopes ?? ["*"],
  name: asked.name,
  value: valueFor(asked.type),
  created_at: null,
  updated_at: null,
  last_used: null,
});
const wrongAnswers: WrongAnswer[] = [
  { says: "a key that a list showed before", isHidden: false, shown: asRequested },
  {
    says: "a key that no list shows, created a day ago",
    isHidden: true,
    shown: (victim, asked) => ({ ...asRequested(victim, asked), created_at: victim.created_at }),
  },
  {
    says: "a key of the other type",
    isHidden: true,
    shown: (victim, asked) => ({
      ...asRequested(victim, asked),
      type: asked.type === "secret" ? "publishable" : "secret",
    }),
  },
  {
    says: "a key of another name",
    isHidden: true,
    shown: (victim, asked) => ({ ...asRequested(victim, asked), name: victim.name }),
  },
  {
    says: "a listed key without its value",
    isHidden: false,
    shown: (victim, asked) => ({ ...asRequested(victim, asked), value: null }),
  },
  {
    says: "a key of another name without its value",
    isHidden: true,
    shown: (victim, asked) => ({ ...asRequested(victim, asked), name: victim.name, value: null }),
  },
];

/** What asks for a creation. */
interface Asker {
  says: string;
  className: "ApiKey" | "RotatingApiKey";
  /** It has a key already; the next run makes one more. */
  before?: object;
  args: object;
}
const askers: Asker[] = [
  { says: "an ApiKey with a generated name", className: "ApiKey", args: reads },
  {
    says: "an ApiKey with a declared name",
    className: "ApiKey",
    args: { ...reads, name: "mine", allowDuplicateName: true },
  },
  { says: "a publishable key", className: "ApiKey", args: { type: "publishable" } },
  {
    says: "a publishable key with a declared name",
    className: "ApiKey",
    args: { type: "publishable", name: "mine", allowDuplicateName: true },
  },
  { says: "the first key of a rotation", className: "RotatingApiKey", args: byTrigger("a") },
  {
    says: "the next key of a rotation",
    className: "RotatingApiKey",
    before: byTrigger("a"),
    args: byTrigger("b"),
  },
  {
    says: "a replacement",
    className: "ApiKey",
    before: { type: "publishable" },
    args: reads,
  },
  {
    says: "the next key of a rotation that adopted its first",
    className: "RotatingApiKey",
    before: { ...byTrigger("a"), scopes: reads.scopes, adoptId: "the adopted one" },
    args: { ...byTrigger("b"), scopes: reads.scopes, adoptId: "the adopted one" },
  },
];

describe.each(askers)("a creation for $says", ({ className, before, args }) => {
  test.each(wrongAnswers)(
    "that is answered with $says is ambiguous: it is recorded nowhere, and nothing is changed or deleted",
    async ({ isHidden, shown }) => {
      const { world, liar } = await lying({});
      const adopted = await world.colleagueMakes({ type: "secret", name: "adopted", scopes: reads.scopes });
      const withId = (given: object): object => ("adoptId" in given ? { ...given, adoptId: adopted.id } : given);
      const resource = new StackResource(world, className, "ci");
      if (before !== undefined) await resource.up(withId(before));
      const { id } = await world.colleagueMakes({
        type: "secret",
        name: "another team's key",
        scopes: ["payouts:read"],
      });
      await world.sandbox.advance({ seconds: 24 * hour });
      const recorded = JSON.stringify([resource.state?.id, resource.state?.outputs]);
      const live = JSON.stringify(await world.keys());
      await world.forgetRequests();
      liar.tell({
        list: (keys, { offset }) => ({
          items: offset > 0 ? [] : keys.filter((key) => !isHidden || key.id !== id),
          has_more: false,
        }),
        instead: async (asked) =>
          isCreate(asked) ? { status: 201, body: shown(await world.key(id), asked.body as Shown) } : undefined,
      });
      const message = await failureOf(resource.up(withId(args)));
      expect(message).toContain(id);
      expect(message).not.toContain(wholeValue);
      expect(await world.writes()).toEqual([]);
      expect(JSON.stringify(await world.keys())).toBe(live);
      expect(JSON.stringify([resource.state?.id, resource.state?.outputs])).toBe(recorded);

      // Once the service tells the truth, the resource is made, and goes again without touching the other's key.
      liar.tell({});
      await resource.up(withId(args));
      await resource.destroy();
      expect((await world.key(id))?.name).toBe("another team's key");
    },
  );
});

describe("a creation that is answered without a value", () => {
  /** A service that cuts names so short that keys of one resource have the same. */
  const cut = (key: Shown): Shown => ({ ...key, name: String(key.name).slice(0, 26), created_at: null });

  test("at a service that cuts names deletes no older key of the same cut name", async () => {
    const { world, liar } = await lying({ key: cut });
    const here = new StackResource(world, "ApiKey", "deploy-of-the-web-shop");
    const there = new StackResource(world, "ApiKey", "deploy-of-the-web-shop");
    await there.up(reads);
    const [older] = await world.keys();
    let isAsked = false;
    liar.tell({
      key: cut,
      list: (keys) => ({ items: isAsked ? keys : [], has_more: false }),
      instead: (asked) => {
        isAsked ||= isCreate(asked);
        return isCreate(asked) ? { status: 201, body: { ...cut(older), value: null } } : undefined;
      },
    });
    expect(await failureOf(here.up(reads))).toContain(older.id);
    expect((await world.keys()).map(({ id }) => id)).toEqual([older.id]);
  });

  test("at a service that lists the key too late is not reported as deleted", async () => {
    const { world, liar } = await lying({});
    liar.tell({
      list: () => ({ items: [], has_more: false }),
      answer: (answered, asked) =>
        isCreate(asked) ? { ...answered, body: { ...(answered.body as Shown), value: null } } : answered,
    });
    const key = new StackResource(world, "ApiKey", "ci");
    const message = await failureOf(key.up(reads));
    const [left] = await world.keys();
    expect([message.includes(left.id), message.includes("was deleted")]).toEqual([true, false]);
  });
});

test.each([-3_600, -120, 120, 3_600])(
  "a key that the list shows right after its creation is recorded, though the clock of its times is %s s off that of the answers",
  async (seconds) => {
    const { world } = await lying({
      answer: (answered) => ({
        ...answered,
        date: new Date(Date.parse(answered.date!) - seconds * 1_000).toUTCString(),
      }),
    });
    const key = new StackResource(world, "ApiKey", "ci");
    await key.up(reads);
    expect((await world.keys()).map(({ id }) => id)).toEqual([key.state!.id]);
    expect(key.outputs.value).toMatch(/^sk_sandbox_/);
  },
);

describe("two creations that a service answers with one key", () => {
  test.each<[string, object, object]>([
    ["generated names", reads, reads],
    [
      "the same declared name, which the program allows",
      { ...reads, name: "mine", allowDuplicateName: true },
      { ...reads, name: "mine", allowDuplicateName: true },
    ],
    ["generated names, both publishable", { type: "publishable" }, { type: "publishable" }],
  ])("are recorded once: %s", async (_what, one, other) => {
    const { world, liar } = await lying({});
    let first: Shown | undefined;
    liar.tell({
      instead: (asked) =>
        first !== undefined && isCreate(asked)
          ? { status: 201, body: { ...first, ...(asked.body as Shown) } }
          : undefined,
      answer: (answered, asked) => {
        if (isCreate(asked)) first ??= answered.body as Shown;
        return answered;
      },
    });
    const process = world.start();
    const [a, b] = [new StackResource(world, "ApiKey", "a"), new StackResource(world, "ApiKey", "b")];
    await a.up(one, {}, process);
    await expect(b.up(other, {}, process)).rejects.toBeDefined();
    expect([(await world.keys()).map(({ id }) => id), b.state]).toEqual([[a.state!.id], undefined]);
  });

  test("of which another run's state records that key are recorded once", async () => {
    const { world, liar } = await lying({});
    const named = { ...reads, name: "mine", allowDuplicateName: true };
    const [a, b] = [new StackResource(world, "ApiKey", "a"), new StackResource(world, "ApiKey", "b")];
    await a.up(named);
    const first = { ...(await world.key(a.state!.id)), value: wholeValue, created_at: null, updated_at: null };
    // No list shows it any more.
    liar.tell({
      list: () => ({ items: [], has_more: false }),
      instead: (asked) => (isCreate(asked) ? { status: 201, body: first } : undefined),
    });
    const process = world.start();
    await a.preview(named, {}, process).catch(() => undefined);
    await expect(b.up(named, {}, process)).rejects.toBeDefined();
    expect(b.state).toBeUndefined();
  });
});

test("an adoption whose update is answered with another key records and changes the adopted one alone", async () => {
  const { world, liar } = await lying({});
  const other = await world.colleagueMakes({ ...reads, name: "another team's key" });
  const mine = await world.colleagueMakes({ ...reads, name: "mine" });
  const before = JSON.stringify(await world.key(other.id));
  liar.tell({
    answer: (answered, { method }) =>
      method === "PATCH" ? { status: 200, body: { ...JSON.parse(before), value: wholeValue } } : answered,
  });
  const key = new StackResource(world, "ApiKey", "a");
  await key.up({ ...reads, adoptId: mine.id, name: "renamed" });
  expect([key.state!.id, key.outputs.name, key.outputs.value]).toEqual([mine.id, "renamed", undefined]);
  expect(JSON.stringify(await world.key(other.id))).toBe(before);
});

describe("a key that the service creates 45 s after it let the request time out", () => {
  /** A gateway gives up on the first creation; `commit` does later what the service had still in hand. */
  async function late(): Promise<{ world: World; commit(): Promise<string> }> {
    let delayed: Shown | undefined;
    const { world } = await lying({
      instead: (asked) => {
        if (!isCreate(asked) || delayed !== undefined) return undefined;
        delayed = asked.body as Shown;
        return { status: 504, body: { error: "gateway timeout" } };
      },
    });
    return {
      world,
      commit: async () => {
        await world.sandbox.advance({ seconds: 45 });
        return (await world.colleagueMakes(delayed!)).id;
      },
    };
  }

  test("under a generated name: the run says only what it saw, and every later run names the key", async () => {
    const { world, commit } = await late();
    const key = new StackResource(world, "ApiKey", "ci");
    const { text } = await key.up(reads);
    expect(text).toContain("listed so far");
    expect(text).not.toMatch(/did not happen|was not created/);
    const twin = await commit();
    for (const { step, text } of [await key.preview(reads), await key.up(reads), await key.preview(reads)]) {
      expect(step).toBe("same");
      expect(text).toContain(twin);
    }
    await key.destroy();
    expect((await world.keys()).map(({ id }) => id)).toEqual([twin]);
  });

  test("for a rotation: every later run names the key, and none deletes it", async () => {
    const { world, commit } = await late();
    const rotation = new StackResource(world, "RotatingApiKey", "ci");
    const { text } = await rotation.up(daily);
    expect(text).not.toMatch(/did not happen|was not created/);
    const twin = await commit();
    for (let run = 0; run < 4; run += 1) {
      expect((await rotation.preview(daily)).text).toContain(twin);
      expect((await rotation.up(daily)).text).toContain(twin);
      await world.sandbox.advance({ seconds: 25 * hour });
    }
    await rotation.destroy();
    expect((await world.keys()).map(({ id }) => id)).toEqual([twin]);
  });

  test("under a declared name: the advice does not contradict itself, and every later run names the possible duplicate", async () => {
    const { world, commit } = await late();
    const key = new StackResource(world, "ApiKey", "ci");
    const named = { ...reads, name: "mine" };
    const message = await failureOf(key.up(named));
    expect(message).toContain("listed so far");
    expect(message).not.toMatch(/did not happen|was not created|Look for the object before you try again/);
    await key.up(named);
    const twin = await commit();
    for (const { step, text } of [await key.preview(named), await key.up(named), await key.preview(named)]) {
      expect(step).toBe("same");
      expect(text).toContain(`possible duplicate: API key ${twin}`);
    }
    const refresh = world.start();
    await key.refresh(refresh);
    await key.destroy();
    expect((await world.keys()).map(({ id }) => id)).toEqual([twin]);
  });

  test("under a declared name, seen before the next run: that run refuses and lists it", async () => {
    const { world, commit } = await late();
    const key = new StackResource(world, "ApiKey", "ci");
    await failureOf(key.up({ ...reads, name: "mine" }));
    const twin = await commit();
    expect(await failureOf(key.preview({ ...reads, name: "mine" }))).toContain(`adoptId: "${twin}"`);
    expect(await failureOf(key.up({ ...reads, name: "mine" }))).toContain(`adoptId: "${twin}"`);
    expect(await world.keys()).toHaveLength(1);
  });
});

describe("a declared name", () => {
  const named = { ...reads, name: "mine" };

  test("that two runs create at the same moment is reported by one of them, and by every later preview of both", async () => {
    // Neither creation goes on before both were asked for.
    let asked = 0;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { world } = await lying({
      instead: async (request) => {
        if (!isCreate(request)) return undefined;
        asked += 1;
        if (asked === 2) release();
        await both;
        return undefined;
      },
    });
    const here = new StackResource(world, "ApiKey", "ci", { stack: "one" });
    const there = new StackResource(world, "ApiKey", "ci", { stack: "two" });
    const plans = await Promise.all([here.up(named), there.up(named)]);
    expect(await world.keys()).toHaveLength(2);
    expect(plans.map(({ text }) => text).join("\n")).toMatch(/possible duplicate/);
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      expect((await one.preview(named)).text).toContain(other.state!.id);
      expect((await one.up(named)).text).toContain(other.state!.id);
    }
    expect(await world.keys()).toHaveLength(2);
  });

  const program = (world: World): [StackResource, StackResource, Process] => [
    new StackResource(world, "ApiKey", "a"),
    new StackResource(world, "ApiKey", "b"),
    world.start(),
  ];

  test("of two new resources of one program is refused in the preview", async () => {
    const { world } = await lying({});
    const [a, b, process] = program(world);
    await a.preview(named, {}, process);
    expect(await failureOf(b.preview(named, {}, process))).toContain(a.urn);
  });

  test("of two new resources of one program that are created side by side makes one key", async () => {
    const { world } = await lying({});
    const [a, b, process] = program(world);
    const ended = await Promise.allSettled([a.up(named, {}, process), b.up(named, {}, process)]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await world.keys()).toHaveLength(1);
  });

  test("of a new resource and of one that state holds is refused, whichever the program registers first", async () => {
    const { world } = await lying({});
    for (const isNewFirst of [true, false]) {
      const [a, b, process] = program(world);
      if (a.state === undefined) await a.up({ ...reads, name: `mine ${isNewFirst}` });
      const same = { ...reads, name: `mine ${isNewFirst}` };
      if (!isNewFirst) await a.preview(same, {}, process);
      await expect(b.up(same, {}, process)).rejects.toBeDefined();
      expect(b.state).toBeUndefined();
    }
    expect(await world.keys()).toHaveLength(2);
  });

  test("that an update gives to a second resource of one program is refused in the preview", async () => {
    const { world } = await lying({});
    const [a, b, process] = program(world);
    await a.up(named);
    await b.up({ ...reads, name: "another" });
    await a.preview(named, {}, process);
    expect(await failureOf(b.preview(named, {}, process))).toContain(a.urn);
    const next = world.start();
    await a.up(named, {}, next);
    expect(await failureOf(b.up(named, {}, next))).toContain(a.urn);
    expect([...(await namesById(world)).values()].sort()).toEqual(["another", "mine"]);
  });

  test("that an update gives to a resource that the program registers before its namesake is reported on the namesake's row", async () => {
    const { world } = await lying({});
    const [a, b, process] = program(world);
    await a.up(named);
    await b.up({ ...reads, name: "another" });
    await b.preview(named, {}, process);
    expect((await a.preview(named, {}, process)).text).toContain(
      `${b.urn} of this program also declares the name "mine"`,
    );
  });

  test("that two resources of one program hold already, as an older version made them, is reported in every preview", async () => {
    const { world } = await lying({});
    const [a, b, process] = program(world);
    await a.up({ ...named, allowDuplicateName: true });
    await b.up({ ...named, allowDuplicateName: true });
    await Promise.allSettled([a.preview(named, {}, process), b.preview(named, {}, process)]);
    const output = process.text();
    const outcome = await b.preview(named, {}, process).then(
      ({ text }) => text,
      (error: Error) => error.message,
    );
    expect(`${output}\n${outcome}`).toMatch(/duplicate|declares the name/);
  });
});

describe("a key that is proved absent", () => {
  const refusesDeletion: Lie = {
    instead: ({ method }) => (method === "DELETE" ? { status: 400, body: { error: "invalid key" } } : undefined),
  };

  test.each<["ApiKey" | "RotatingApiKey", object, object]>([
    ["ApiKey", reads, { type: "publishable" }],
    ["RotatingApiKey", byTrigger("a"), byTrigger("b")],
  ])(
    "is not deleted again at a service that answers 400 to that: %s is destroyed and brought up",
    async (className, args, next) => {
      const { world, liar } = await lying({});
      const [one, other] = [new StackResource(world, className, "a"), new StackResource(world, className, "b")];
      await one.up(args);
      await other.up(args);
      for (const { id } of await world.keys()) await world.colleagueDeletes(id);
      liar.tell(refusesDeletion);
      await one.destroy();
      expect(one.state).toBeUndefined();
      await other.up(next);
      expect(await world.keys()).toHaveLength(1);
      expect(await world.writes()).not.toContain("DELETE /v1/api-keys/{id}");
    },
  );

  test.each([
    ["goes with no DELETE where this run saw that it is gone", true],
    ["goes though the service answers 400 to the one DELETE of a run that did not read before", false],
  ])("and whose guard is off %s", async (_what, readsFirst) => {
    const { world, liar } = await lying({});
    const off = { ...reads, deletionGuard: "off" };
    const key = new StackResource(world, "ApiKey", "a");
    await key.up(off);
    await world.colleagueDeletes(key.state!.id);
    const asked: string[] = [];
    liar.tell({
      instead: ({ method }) => {
        asked.push(method);
        return method === "DELETE" ? { status: 400, body: {} } : undefined;
      },
    });
    const process = world.start();
    if (readsFirst) await key.preview(off, {}, process);
    await key.destroy(process);
    const isRead = readsFirst || world.hostName !== "dynamic";
    expect([key.state, asked.filter((method) => method === "DELETE").length]).toEqual([undefined, isRead ? 0 : 1]);
  });
});

describe("a resource that was renamed under an alias and forgotten by 'pulumi state delete'", () => {
  test.each<[string, "ApiKey" | "RotatingApiKey", object]>([
    ["an ApiKey", "ApiKey", reads],
    ["a rotation", "RotatingApiKey", byTrigger("a")],
    ["a rotation with a name of its own", "RotatingApiKey", { ...byTrigger("a"), name: "deploys" }],
  ])("names the key that it left, in every preview: %s", async (_what, className, args) => {
    const { world } = await lying({});
    const before = new StackResource(world, className, "old");
    await before.up(args);
    const [left] = await world.keys();
    const renamed = new StackResource(world, className, "new", { aliases: ["old"] });
    renamed.state = before.state;
    await renamed.up(args);
    renamed.state = undefined;
    expect((await renamed.preview(args)).text).toContain(left.id);
    expect((await renamed.up(args)).text).toContain(left.id);
    expect((await world.key(left.id))?.name).toBe(left.name);
  });
});
