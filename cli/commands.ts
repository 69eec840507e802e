import type { CommandLine } from "./command-line";

/** A command of `pulumi-payments`. */
export interface CommandRow {
  name: string;
  summary: string;
  /** Loads the command only when it is called, so that no command pays for another. */
  load(): CommandLine;
}

export const commands: readonly CommandRow[] = [
  {
    name: "sandbox",
    summary: "run a local payment service to develop and test against",
    load: () => (require("./sandbox") as typeof import("./sandbox")).sandbox(),
  },
  {
    name: "policy",
    summary: "list and explain the policy rules, check a configuration of them",
    load: () => (require("./policy") as typeof import("./policy")).policy(),
  },
  {
    name: "doctor",
    summary: "check a payment service, and print the settings that the provider needs for it",
    load: () => (require("./doctor") as typeof import("./doctor")).doctor(),
  },
  {
    name: "orphans",
    summary: "find keys that were created for a stack and that its state does not record",
    load: () => (require("./orphans") as typeof import("./orphans")).orphans(),
  },
  {
    name: "keys",
    summary: "list every key of an account: who manages it, its scopes, age and last use; print code that adopts one",
    load: () => (require("./keys") as typeof import("./keys")).keys(),
  },
  {
    name: "drift",
    summary: "find drift in whole stacks, for a nightly job; join reports, accept findings",
    load: () => (require("./drift") as typeof import("./drift")).drift(),
  },
  {
    name: "explain",
    summary: "show the program, state and live values of one resource, and why they count as equal or not",
    load: () => (require("./explain") as typeof import("./explain")).explain(),
  },
  {
    name: "init",
    summary: "write into Pulumi.yaml where the provider plugin is",
    load: () => (require("./init") as typeof import("./init")).init(),
  },
  {
    name: "init-ci",
    summary: "write a job for GitHub, GitLab or cron: drift every night, previews with the policy pack",
    load: () => (require("./init-ci") as typeof import("./init-ci")).initCi(),
  },
];
