/** A command of `pulumi-payments`. */
export interface Command {
  name: string;
  summary: string;
  /** Loads the command only when it is called, so that no command pays for another; answers the exit code. */
  run(argv: string[]): Promise<number>;
}

export const commands: Command[] = [
  {
    name: "sandbox",
    summary: "run a local payment service to develop and test against",
    run: (argv) => (require("./sandbox") as typeof import("./sandbox")).runSandbox(argv),
  },
  {
    name: "policy",
    summary: "list and explain the policy rules, check a configuration of them",
    run: (argv) => (require("./policy") as typeof import("./policy")).runPolicy(argv),
  },
  {
    name: "doctor",
    summary: "look at a payment service, and say what the provider has to be told about it",
    run: (argv) => (require("./doctor") as typeof import("./doctor")).runDoctor(argv),
  },
  {
    name: "orphans",
    summary: "find keys that were made for a stack and that its state does not hold",
    run: (argv) => (require("./orphans") as typeof import("./orphans")).runOrphans(argv),
  },
  {
    name: "keys",
    summary: "list every key of an account: whose it is, its scopes, its age, its last use; print code that adopts one",
    run: (argv) => (require("./keys") as typeof import("./keys")).runKeys(argv),
  },
  {
    name: "drift",
    summary: "find drift in whole stacks, for a nightly job; join reports, accept findings",
    run: (argv) => (require("./drift") as typeof import("./drift")).runDrift(argv),
  },
  {
    name: "explain",
    summary: "one resource from every side: wanted, stored and live, and why they count as equal or not",
    run: (argv) => (require("./explain") as typeof import("./explain")).runExplain(argv),
  },
  {
    name: "init-ci",
    summary: "write a job for GitHub, GitLab or cron: drift every night, previews with the policy pack",
    run: (argv) => (require("./init-ci") as typeof import("./init-ci")).runInitCi(argv),
  },
];
