import fc from "fast-check";
import { namespaceOf } from "../../../../provider/api/contract/scope";
import type { ResourceContext } from "../../../../provider/lifecycle/resource";
import { privateStateAfterWrite } from "../../../../provider/resources/api-key";
import type { ApiKeyPrivateState } from "../../../../provider/resources/api-key/fields";
import { apiKeyPrivateStateFor, apiKeyUpdate, compareApiKey } from "../../../../provider/resources/api-key/fields";

const catalogue = ["a:read", "a:write", "a:delete", "b:read", "b:write", "c:read"];
/** What a scope brings along at a service that expands: always of its own namespace. */
type Implied = Readonly<Record<string, readonly string[]>>;

/** A service that shows each scope with those that it implies. `keeps`: namespaces in which it ignores a removal. */
class ModelService {
  /** What the key really holds: what was granted. */
  granted = new Set<string>();

  constructor(
    readonly implied: Implied,
    readonly keeps: ReadonlySet<string> = new Set(),
  ) {}

  write(scopes: readonly string[]): void {
    const privateState = [...this.granted].filter((scope) => this.keeps.has(namespaceOf(scope) ?? ""));
    this.granted = new Set([...scopes, ...privateState]);
  }

  shown(): string[] {
    return closureOf(this.granted, this.implied);
  }
}

function closureOf(scopes: Iterable<string>, implied: Implied): string[] {
  const all = new Set(scopes);
  for (const scope of all) for (const other of implied[scope] ?? []) all.add(other);
  return [...all].sort();
}

/** One key of a program at that service, by the provider's own functions. */
class Key {
  privateState: ApiKeyPrivateState = {};
  isMade = false;
  warnings: string[] = [];

  constructor(readonly service: ModelService) {}

  #live() {
    return { id: "key_1", name: "ci", type: "secret" as const, scopes: this.service.shown() };
  }

  differs(scopes: string[]): boolean {
    return (
      compareApiKey({ scopes }, this.#live(), { outputs: {}, privateState: this.privateState }).differences.length > 0
    );
  }

  /** Whether it wrote. */
  async up(scopes: string[]): Promise<boolean> {
    this.warnings = [];
    const args = { type: "secret" as const, scopes };
    const before = this.isMade ? this.#live() : undefined;
    const recorded = { outputs: {}, privateState: this.privateState };
    const body = before ? apiKeyUpdate(args, before, recorded, new Set(["scopes"])) : { scopes };
    this.privateState = apiKeyPrivateStateFor(args, this.privateState);
    if (body === undefined) return false;
    this.isMade = true;
    this.service.write(body.scopes ?? []);
    const context = { log: { info: async () => undefined, warn: async (line: string) => this.warnings.push(line) } };
    this.privateState = await privateStateAfterWrite(context as unknown as ResourceContext, this.privateState, {
      args,
      after: this.#live(),
      before,
    });
    return true;
  }
}

const declaration = fc.uniqueArray(fc.constantFrom(...catalogue), { minLength: 1 }).map((scopes) => [...scopes].sort());
const declarations = fc.array(declaration, { minLength: 1, maxLength: 6 });
const implied: fc.Arbitrary<Implied> = fc
  .array(fc.tuple(fc.constantFrom(...catalogue), fc.constantFrom(...catalogue)), { maxLength: 6 })
  .map((pairs) => {
    const own = pairs.filter(([scope, other]) => scope !== other && namespaceOf(scope) === namespaceOf(other));
    return Object.fromEntries(
      own.map(([scope]) => [scope, own.filter(([of]) => of === scope).map(([, other]) => other)]),
    );
  });

test("every up at a service that expands ends in sync, unless it names scopes that the program itself declared before", async () => {
  await fc.assert(
    fc.asyncProperty(implied, declarations, async (implies, all) => {
      const key = new Key(new ModelService(implies));
      const declaredBefore = new Set<string>();
      for (const scopes of all) {
        await key.up(scopes);
        if (key.differs(scopes)) {
          const [warning = ""] = key.warnings;
          const named: string[] = JSON.parse(/shows (\[.*?\])/.exec(warning)?.[1] ?? "[]");
          expect(named.length).toBeGreaterThan(0);
          for (const scope of named) expect(declaredBefore).toContain(scope);
        } else expect(await key.up(scopes)).toBe(false);
        for (const scope of scopes) declaredBefore.add(scope);
      }
    }),
  );
});

test("at a service where :write and :delete show :read, a program that never declares :read is in sync after every up", async () => {
  const reads: Implied = { "a:write": ["a:read"], "a:delete": ["a:read"], "b:write": ["b:read"] };
  const withoutReads = fc.array(
    fc.uniqueArray(fc.constantFrom("a:write", "a:delete", "b:write", "c:read"), { minLength: 1 }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(withoutReads, async (all) => {
      const key = new Key(new ModelService(reads));
      for (const scopes of all) {
        await key.up(scopes);
        expect(key.differs(scopes)).toBe(false);
        expect(key.warnings).toEqual([]);
      }
    }),
  );
});

test("a scope that a colleague adds is a difference unless what is declared shows it anyway, and one up removes it", async () => {
  await fc.assert(
    fc.asyncProperty(implied, declarations, fc.constantFrom(...catalogue), async (implies, all, added) => {
      const service = new ModelService(implies);
      const key = new Key(service);
      for (const scopes of all) {
        await key.up(scopes);
        const isVisible = !closureOf(scopes, implies).includes(added);
        service.granted.add(added);
        if (!isVisible) continue;
        expect(key.differs(scopes)).toBe(true);
        await key.up(scopes);
        expect(service.shown()).not.toContain(added);
      }
    }),
  );
});

test("a key is never in sync while it holds more than what is declared brings along, also where the service ignores removals", async () => {
  const keeps = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 });
  const steps = fc.array(fc.tuple(declaration, fc.option(fc.constantFrom(...catalogue), { nil: undefined })), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(implied, keeps, steps, async (implies, privateState, all) => {
      const service = new ModelService(implies, new Set(privateState));
      const key = new Key(service);
      for (const [scopes, added] of all) {
        await key.up(scopes);
        const allowed = closureOf(scopes, implies);
        if ([...service.granted].some((scope) => !allowed.includes(scope))) expect(key.differs(scopes)).toBe(true);
        // A colleague adds what shows: what does not show by itself nobody can see.
        if (added !== undefined && !service.shown().includes(added)) service.granted.add(added);
      }
    }),
    { numRuns: 1_000 },
  );
});
