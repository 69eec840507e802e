import type { ResourceClassName } from "../../provider/text/class-names";
import type { AdminKey } from "../e2e/harness/admin";
import { keysRecordedBy } from "../stand-in-engine/engine";
import type { Lane } from "./lane";
import { Stack } from "./stack";

/** Where one case takes place: an account of its own, with keys of others in it. */
export interface Place {
  lane: Lane;
  accountId: string;
  stack: Stack;
  /** Keys of others as they are to stay. */
  others: AdminKey[];
  /** A colleague's key, for resources that need one that exists. */
  subject: AdminKey;
  /** A webhook endpoint of this case alone, `active`. */
  endpointId: string;
}

let cases = 0;

export async function openPlace(lane: Lane, className: ResourceClassName): Promise<Place> {
  const { admin, sandbox } = lane;
  const accountId = await admin.createMerchant();
  cases += 1;
  const stack = new Stack(className, `case-${cases}`, lane.form);
  const make = (name: string, scopes: string[]): Promise<AdminKey> =>
    admin.createKey({ account_id: accountId, type: "secret", name, scopes });
  // Names that a careless search would take for ours: the same logical name, and another stack's tag.
  await make(stack.name, ["accounts:read"]);
  await make(`${stack.name}-0a1b2c3d-mnpqrstu`, ["accounts:read", "accounts:write"]);
  const subject = await make("a colleague's key", ["accounts:read", "accounts:write"]);
  const endpointId = await makeEndpoint(sandbox);
  const others = await admin.keys(accountId);
  return { lane, accountId, stack, others, subject, endpointId };
}

/** Colleagues give keys of their own the names of what state records, or nearly so. */
export async function imitate({ lane, accountId, stack, others }: Place): Promise<void> {
  for (const name of stack.engine.state.flatMap(keysRecordedBy).map((key) => String(key.name))) {
    for (const like of [name, `Copy of ${name}`, `svc-${name}`, `${name} (2)`, name.toUpperCase()]) {
      const key = { account_id: accountId, type: "secret" as const, name: like, scopes: ["accounts:read"] };
      others.push(await lane.admin.createKey(key));
    }
  }
}

async function makeEndpoint({ adminUrl, adminToken }: Lane["sandbox"]): Promise<string> {
  const answer = await fetch(`${adminUrl}/webhook-endpoints`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ url: "http://127.0.0.1:9/" }),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** The service's answer to a list call made with this value: 401 for one that is no key's. */
export async function statusFor({ lane, accountId }: Place, value: string): Promise<number> {
  const headers = { "payments-api-key": value, "payments-account": accountId };
  const answer = await fetch(`${lane.sandbox.url}/v1/api-keys`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}
