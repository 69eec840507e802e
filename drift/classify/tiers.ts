/** What kind of finding it is, in words first: every finding has exactly one. Ordered by how much it asks for. */
export const tiers = {
  gone: "declared, and deleted outside Pulumi",
  changed: "the live value differs from the program",
  unhealthy: "a webhook endpoint that is inactive or disabled",
  violation: "breaks a mandatory rule of the policy pack",
  undetermined: "could not be judged: neither clean nor drift",
  unmanaged: "live, and declared in no stack of a complete set",
  consequence: "shows only because something that it depends on does",
  due: "its time has come by the program, such as a step of a rotation: not drift",
  "pending-program": "the program wants something that was never applied: not drift",
  advisory: "an advisory finding of the policy pack: not drift",
  accepted: "in the baseline, with a reason, an owner and a day on which that ends",
} as const;
export type Tier = keyof typeof tiers;

export const tierNames = Object.keys(tiers) as [Tier, ...Tier[]];

/** What `--fail-on` may name. Undetermined has an exit code of its own, and what was accepted fails nothing. */
export const failingTiers = [
  "changed",
  "gone",
  "unhealthy",
  "violation",
  "unmanaged",
  "consequence",
  "due",
  "pending-program",
  "advisory",
] as const;
export type FailingTier = (typeof failingTiers)[number];

/** Tiers of what a policy pack finds: told of a resource beside what else is true of it. */
export const isOfPolicy = (tier: Tier): boolean => tier === "violation" || tier === "advisory";

export const defaultFailOn: readonly FailingTier[] = ["changed", "gone", "unhealthy", "violation"];
