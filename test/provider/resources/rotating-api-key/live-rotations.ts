import type { Managed, World } from "../../lifecycle/world";

/** A key of a rotation, as its outputs show it. */
export interface Shown {
  id: string;
  name: string;
  since: string;
  mayGoAt?: string;
}

export const everyMonth = { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 24 } };

/** In seconds, as the sandbox's clock is moved. */
export const hour = 3_600;
export const day = 24 * hour;

/** What a test asks of a rotation whose keys are called `billing-…`, and of the service that holds them. */
export const looksAt = (at: () => { world: World; key: Managed }) => ({
  current: (): Shown => at().key.outputs.current as Shown,
  retiring: (): Shown | undefined => at().key.outputs.retiring as Shown | undefined,
  idsOfOurs: async (): Promise<string[]> =>
    (await at().world.keys()).filter(({ name }) => name.startsWith("billing-")).map(({ id }) => id),
  isLive: async (id: string): Promise<boolean> => (await at().world.key(id)) !== undefined,
  advance: (seconds: number): Promise<unknown> => at().world.sandbox.advance({ seconds }),
  /** The service sees the key at work, as a consumer of it would make it. */
  async use(value: unknown): Promise<number> {
    const { sandbox } = at().world;
    const headers = { "payments-api-key": String(value), "payments-account": sandbox.accountId };
    return (await fetch(`${sandbox.url}/v1/accounts`, { headers })).status;
  },
});
