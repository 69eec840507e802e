import { text } from "../../../../drift/report/formats/text";
import { changed, reportOf } from "../../reports";

test("a finding tells tier, resource, stack, each field with live and wanted, and what to do next", () => {
  expect(text(reportOf())).toBe(`changed: ApiKey ci (key_1) in shop/dev (infra/shop)
  scopes is ["accounts:read","accounts:write"], wanted ["accounts:read"].
  next: pulumi up --stack dev --cwd infra/shop
  fingerprint 0123456789abcdef

Drift: 1 stack, 3 resources: 2 clean, 1 changed. Unmanaged keys were not looked for: only named stacks were looked at.
`);
});

test("the summary is Clean only where nothing was found but what was accepted, and tells of unmanaged keys with every scope", () => {
  const { stack: _, urn: __, ...ofAccount } = changed;
  let number = 1;
  const unmanaged = (scopes: string[]) => ({
    ...ofAccount,
    tier: "unmanaged" as const,
    fingerprint: String(number++).padStart(16, "0"),
    fields: [{ field: "scopes", live: scopes }],
  });
  const summary = (findings: Parameters<typeof reportOf>[0]) =>
    text(reportOf({ exitCode: 0, counts: {}, ...findings }))
      .trimEnd()
      .split("\n")
      .at(-1);
  expect(summary({ findings: [] })).toMatch(/^Clean: /);
  const accepted = { tier: "changed" as const, reason: "incident", owner: "ops", expires: "2030-02-01" };
  expect(summary({ findings: [{ ...changed, tier: "accepted", accepted }] })).toMatch(/^Clean: /);
  expect(summary({ findings: [unmanaged(["accounts:read"])], counts: { unmanaged: 1 } })).toMatch(
    /^No failing findings: 1 stack, 3 resources: 2 clean, 1 unmanaged\. Unmanaged keys were/,
  );
  expect(summary({ findings: [unmanaged(["*"])], counts: { unmanaged: 1 } })).toMatch(
    /^No failing findings: .* 1 unmanaged\. 1 unmanaged key holds every scope \(\*\)\./,
  );
  expect(
    summary({
      findings: [unmanaged(["*"]), unmanaged(["*"]), changed],
      exitCode: 2,
    }),
  ).toMatch(/^Drift: .* 2 unmanaged keys hold every scope \(\*\)\./);
});

test("a stack without resources of ours is named, and where there is none at all nothing is called clean", () => {
  const looked = { stack: changed.stack!, outcome: "looked" as const, resources: 0, clean: 0, durationMs: 1 };
  const summary = (stacks: (typeof looked)[]) =>
    text(reportOf({ findings: [], counts: {}, exitCode: 0, stacks }))
      .trimEnd()
      .split("\n")
      .at(-1);
  expect(summary([looked])).toMatch(
    /^Nothing to judge: 1 stack, 0 resources: 0 clean\. No resource of this package: shop\/dev \(infra\/shop\)\./,
  );
  expect(summary([looked, { ...looked, resources: 2, clean: 2 }])).toMatch(
    /^Clean: 2 stacks, 2 resources: 2 clean\. No resource of this package: shop\/dev/,
  );
});

test("the keys of an account that no stack declares stand together, a line each, above one command for all of them", () => {
  const { stack: listedBy, urn: _, ...ofAccount } = changed;
  const unmanaged = (id: string, scopes: string[], why = "a secret key that no stack declares.") => ({
    ...ofAccount,
    stack: undefined,
    tier: "unmanaged" as const,
    fingerprint: `00000000000000${id.slice(-2)}`,
    name: `name ${id}`,
    id,
    fields: [{ field: "scopes", live: scopes }],
    why,
    next: `npx pulumi-payments keys --stack dev --cwd infra/shop --adopt-code ${id} prints the code that adopts it`,
  });
  const findings = [
    unmanaged("key_11", ["*"]),
    unmanaged("key_12", ["accounts:read"]),
    unmanaged("key_13", [], "a secret key that no stack declares. It carries the tag of another."),
  ];
  const { serviceUrl, accountId } = changed as { serviceUrl: string; accountId: string };
  const account = { serviceUrl, accountId, listedBy: [listedBy!], keys: 3, unclaimed: [], managedElsewhere: 0 };
  expect(text({ ...reportOf(), findings, accounts: [account] })).toContain(`unmanaged: 2 keys in account acct_1
  ApiKey name key_11 (key_11), scopes is ["*"], fingerprint 0000000000000011
  ApiKey name key_12 (key_12), scopes is ["accounts:read"], fingerprint 0000000000000012
  a secret key that no stack declares.
  next: npx pulumi-payments keys --stack dev --cwd infra/shop --adopt-code all prints the code that adopts them; or delete them in the dashboard

unmanaged: ApiKey name key_13 (key_13) in account acct_1
`);
});

test("a name with terminal controls is shown and obeyed by nothing", () => {
  const hostile = { ...changed, name: "a\u001b[2Jb\nc\u202e", fields: [{ field: "name", live: "\u001b]0;x\u0007" }] };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
  expect(text(reportOf({ findings: [hostile] }))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("a stack that could not be read is reported with its reason, and the summary says that not all was classified", () => {
  const stacks = [
    { stack: changed.stack!, outcome: "failed" as const, why: "no such stack", resources: 0, clean: 0, durationMs: 1 },
  ];
  const out = text(reportOf({ findings: [], counts: {}, stacks, exitCode: 3 }));
  expect(out).toContain("shop/dev (infra/shop) could not be looked at: no such stack");
  expect(out).toContain("Not everything could be judged: 1 stack, 0 resources: 0 clean.");
});

test("a stack whose own finding says the same is reported once", () => {
  const stack = changed.stack!;
  const stacks = [{ stack, outcome: "failed" as const, why: "no such stack", resources: 0, clean: 0, durationMs: 1 }];
  const own = { ...changed, tier: "undetermined" as const, kind: "Stack", fields: [], why: "no such stack" };
  const out = text(reportOf({ findings: [own], counts: { undetermined: 1 }, stacks, exitCode: 3 }));
  expect(out.match(/no such stack/g)).toHaveLength(1);
});

test("resources of a stack that could not be classified for one reason stand together, which is reported once", () => {
  const why = "its live state could not be read: the credential was refused";
  const unread = (name: string, more: object = {}) => ({
    ...changed,
    tier: "undetermined" as const,
    name,
    id: `key_${name}`,
    fingerprint: name.padEnd(16, "0"),
    fields: [],
    why,
    ...more,
  });
  const other = unread("c", { why: "another reason" });
  const elsewhere = unread("d", { stack: { ...changed.stack!, name: "prod" } });
  const out = text(reportOf({ findings: [unread("a"), other, unread("b"), elsewhere], counts: { undetermined: 4 } }));
  expect(out).toContain(`undetermined: 2 resources in shop/dev (infra/shop)
  ApiKey a (key_a), fingerprint a000000000000000
  ApiKey b (key_b), fingerprint b000000000000000
  ${why}
  next: pulumi up --stack dev --cwd infra/shop

undetermined: ApiKey c (key_c) in shop/dev (infra/shop)
  another reason
`);
  expect(out).toContain("undetermined: ApiKey d (key_d) in shop/prod (infra/shop)\n");
});

test("a finding of a whole stack or policy pack is not counted among the resources", () => {
  const findings = [
    ...["a", "b", "c"].map((name) => ({ ...changed, name, fingerprint: name.repeat(16) })),
    { ...changed, kind: "Stack", tier: "undetermined" as const, fingerprint: "d".repeat(16) },
    { ...changed, kind: "PolicyPack", tier: "undetermined" as const, fingerprint: "e".repeat(16) },
  ];
  const out = text(
    reportOf({ findings, counts: { changed: 3, undetermined: 2 }, stacks: [{ ...reportOf().stacks[0]!, clean: 0 }] }),
  );
  expect(out).toContain("1 stack, 3 resources: 0 clean, 3 changed; 1 stack undetermined; 1 policy pack undetermined.");
});
