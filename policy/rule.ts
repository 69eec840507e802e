import type { Facts } from "./facts.js";

/** What a rule finds. A value that is not known before `up` makes `undetermined`, never a violation. */
export type Verdict =
  | { outcome: "passes" }
  | { outcome: "not-applicable"; why: string }
  | { outcome: "undetermined" }
  | { outcome: "violates"; message: string };

/** `mandatory` fails the run; `advisory` is said and lets it go on. */
export type RuleLevel = "advisory" | "mandatory";

/** A rule about one resource at a time: a plain object that needs neither engine nor server. */
export interface ResourceRule {
  /** Unique in a pack; what a configuration names. */
  readonly name: string;
  /** What must hold, in one sentence. */
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  /** The smallest change that passes. */
  readonly fix: string;
  readonly level: RuleLevel;
  /** Type token of the resources that it looks at. */
  readonly resourceType: string;
  /** The properties that it reads; no other is looked at. */
  readonly reads: readonly string[];
  /** Pure. */
  check(facts: Facts): Verdict;
}
