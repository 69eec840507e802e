/** One command of the sweep: whatever it does, it leaves no secret behind and forges no line. */
export interface SweepRow {
  program: "pulumi" | "payments";
  /** `{urn}`, `{folder}`, `{pack}`, `{policy}`, `{value}` and `{id}` are filled in. */
  args: readonly string[];
  /** Exit codes that it may end with. */
  exits: readonly number[];
  /** The operation that fails meanwhile, with an answer that repeats every secret in every encoding. */
  fails?: string;
  /** The program of the stack meanwhile; default: as it was applied. */
  says?: "wider" | "more" | "looks-up" | "native" | "native-wider";
  /** What is pasted where it does not belong, or set besides. */
  environment?: Readonly<Record<string, string>>;
  /** The files with the sinks that it goes through: each of test/structure/sinks.test.ts has one row at least. */
  sinks: readonly string[];
}

const terminal = "cli/terminal.ts";
const voice = "provider/dynamic/logger.ts";
const records = ["provider/report/private-folder.ts", terminal];
const list = "GET /v1/api-keys";

const pulumi = (args: string, more: Partial<SweepRow> = {}): SweepRow => ({
  program: "pulumi",
  args: args.split(" "),
  exits: [0],
  sinks: [voice],
  ...more,
});
const payments = (args: string, more: Partial<SweepRow> = {}): SweepRow => ({
  program: "payments",
  args: args.split(" "),
  exits: [0, 2, 3],
  sinks: [terminal],
  ...more,
});
const drift = (args: string, more: Partial<SweepRow> = {}): SweepRow =>
  payments(`drift --stack dev ${args}`, { sinks: records, ...more });

/** Names and scopes of live keys hold values, the credential, and lines that somebody would forge, from the first row on. */
export const rows: readonly SweepRow[] = [
  pulumi("preview"),
  pulumi("preview --json"),
  pulumi("preview --diff --show-sames --show-config --show-reads --show-full-output"),
  pulumi("preview --policy-pack {pack}", { sinks: [voice, "policy/wire/analyzer.ts"], exits: [0, 1, 255] }),
  // Another credential than the configured one: that is said, and that it is refused.
  pulumi("preview", {
    environment: { PAYMENTS_API_KEY: "{value}" },
    exits: [0, 1, 255],
    sinks: ["provider/dynamic/runtime.ts"],
  }),
  pulumi("preview", {
    says: "looks-up",
    environment: { PAYMENTS_API_KEY: "{value}" },
    exits: [0, 1, 255],
    sinks: ["sdk/read.ts"],
  }),
  pulumi("preview", { says: "wider" }),
  pulumi("preview", { fails: list, exits: [1, 255] }),
  pulumi("refresh --yes --skip-preview", { fails: list, exits: [1, 255] }),
  pulumi("up --yes --skip-preview", { says: "wider", fails: "PATCH /v1/api-keys/{id}", exits: [1, 255] }),
  pulumi("up --yes --skip-preview", { says: "more", fails: "POST /v1/api-keys", exits: [1, 255] }),
  pulumi("refresh --preview-only --diff"),
  // The same stack on the provider plugin, and back again below.
  pulumi("preview --diff", { says: "native", sinks: [voice] }),
  pulumi("preview --json", { says: "native" }),
  pulumi("preview", {
    says: "native",
    environment: { PAYMENTS_API_KEY: "{value}" },
    exits: [0, 1, 255],
    sinks: ["provider/native/plugin.ts"],
  }),
  pulumi("up --yes --skip-preview", { says: "native-wider", fails: "PATCH /v1/api-keys/{id}", exits: [1, 255] }),
  pulumi("up --yes --skip-preview --diff", { says: "native" }),
  pulumi("preview --diff --show-sames --show-full-output", { says: "native" }),
  pulumi("refresh --yes --skip-preview", { says: "native", fails: list, exits: [1, 255] }),
  pulumi("import payments:index:ApiKey again {id}0 --yes --skip-preview --generate-code=false", { exits: [1, 255] }),
  pulumi("preview"),
  payments("keys --stack dev"),
  payments("keys --stack dev --format json"),
  payments("keys --stack dev --format csv"),
  payments("keys --stack dev --adopt-code all"),
  payments("keys --stack dev", { fails: list }),
  payments("keys --stack dev {value}", { exits: [1] }),
  payments("keys --stack {value}", { exits: [1] }),
  payments("orphans --stack dev"),
  payments("orphans --stack dev --json"),
  payments("orphans --stack dev", { fails: list }),
  payments("doctor --stack dev", { sinks: [terminal, "provider/api/dependencies.ts"] }),
  payments("doctor --stack dev --json"),
  payments("doctor --stack dev --write", { fails: "POST /v1/api-keys" }),
  payments("doctor --stack dev", { fails: list }),
  drift("--format text"),
  drift("--format json"),
  drift("--format github"),
  drift("--format html"),
  drift("--format junit"),
  drift("--format markdown"),
  drift("--format sarif"),
  drift("--format json --out {folder}/report.json --history {folder}/history", {
    sinks: [...records, "cli/replace-file.ts"],
  }),
  drift("--policy-pack {pack} --format text", { sinks: records }),
  drift("--format text", { fails: list }),
  drift("--format text --timeout 1"),
  payments("drift merge {folder}/report.json --format text"),
  payments(
    "drift accept --all --report {folder}/report.json --baseline {folder}/baseline.json --reason {value} --owner me --expires 2999-12-31",
    { exits: [1] },
  ),
  payments(
    "drift accept --all --report {folder}/report.json --baseline {folder}/baseline.json --reason known --owner me --expires 2999-12-31",
    { sinks: [terminal, "cli/replace-file.ts"] },
  ),
  payments("explain {urn}"),
  payments("explain {urn} --json"),
  payments("explain {urn}", { fails: list }),
  payments("policy list --json"),
  payments("policy explain {value}", { exits: [1] }),
  payments("policy check-config {policy}", { exits: [0, 1] }),
  payments("init-ci github --out {folder}/ci.yml"),
  payments("{value}", { exits: [1] }),
  pulumi("up --yes --skip-preview", { says: "wider" }),
  pulumi("refresh --yes --skip-preview --diff"),
  pulumi("stack export --file {folder}/export.json"),
  pulumi("stack output --json"),
  pulumi("destroy --yes --skip-preview", { fails: "DELETE /v1/api-keys/{id}", exits: [1, 255] }),
];

/** Sinks that no command reaches, with the reason. */
export const unreached: Readonly<Record<string, string>> = {
  "policy/executable.ts": "says that the SDK is not installed",
  "provider/native/executable.ts": "says that the SDK is not installed, or that Node is too old",
};
