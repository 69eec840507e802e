/** A key as the admin interface shows it. */
export interface AdminKey {
  id: string;
  account_id: string;
  name: string;
  type: "secret" | "publishable";
  scopes: string[];
  /** In the answer to a creation only. */
  value?: string;
  last_used?: string;
}

export interface LoggedRequest {
  operation: string;
  path: string;
  query: string;
  status: number | null;
  key_id: string | null;
  account_id: string | null;
  /** Effect and place of the fault that struck it. */
  fault: string | null;
}

export interface Fault {
  operation: string;
  from?: number;
  count?: number;
  at?: "before" | "after";
  effect: "reset" | "status" | "timeout" | "truncate" | "slow";
  status?: number;
  headers?: Record<string, string>;
  ms?: number;
}

/** A colleague with the dashboard, and the knobs of the sandbox. Everything is checked: an unexpected answer throws. */
export interface Admin {
  /** Every key, or those of one account, oldest first. */
  keys(accountId?: string): Promise<AdminKey[]>;
  key(id: string): Promise<AdminKey>;
  /** Whether the account still holds the key. */
  holds(accountId: string, id: string): Promise<boolean>;
  createKey(key: Omit<AdminKey, "id" | "value">): Promise<AdminKey>;
  changeKey(id: string, change: { name?: string; scopes?: string[]; last_used?: string | null }): Promise<void>;
  deleteKey(id: string): Promise<void>;
  createMerchant(): Promise<string>;
  /** One more endpoint of the partner, active; nobody listens there. Answers its id. */
  createEndpoint(): Promise<string>;
  endpointStatus(id: string): Promise<string>;
  setEndpoint(id: string, status: "active" | "inactive" | "pending" | "disabled"): Promise<void>;
  deleteEndpoint(id: string): Promise<void>;
  fault(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  /** `/v1` requests since the last `forget()`, in order. */
  requests(): Promise<LoggedRequest[]>;
  /** The operations of those requests that write, in order. */
  writes(): Promise<string[]>;
  forget(): Promise<void>;
  /** Moves the service's clock on, in seconds. */
  advance(seconds: number): Promise<void>;
  /** Values of keys made through here. */
  issued: string[];
}

interface AdminAddress {
  adminUrl: string;
  adminToken: string;
}

export function adminOf({ adminUrl, adminToken }: AdminAddress): Admin {
  const issued: string[] = [];
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${adminToken}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(adminUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }
  const admin: Admin = {
    issued,
    keys: (accountId) => call("GET", accountId === undefined ? "/api-keys" : `/api-keys?account_id=${accountId}`),
    async key(id) {
      const found = (await call<AdminKey[]>("GET", "/api-keys")).find((key) => key.id === id);
      if (found === undefined) throw new Error(`there is no key ${id}`);
      return found;
    },
    holds: async (accountId, id) => (await admin.keys(accountId)).some((key) => key.id === id),
    async createKey(key) {
      const made = await call<AdminKey>("POST", "/api-keys", key);
      if (made.value !== undefined) issued.push(made.value);
      return made;
    },
    changeKey: (id, change) => call("PATCH", `/api-keys/${id}`, change),
    deleteKey: (id) => call("DELETE", `/api-keys/${id}`),
    createMerchant: async () => (await call<{ id: string }>("POST", "/accounts", { kind: "merchant" })).id,
    createEndpoint: async () =>
      (await call<{ id: string }>("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/" })).id,
    async endpointStatus(id) {
      const endpoints = await call<{ id: string; status: string }[]>("GET", "/webhook-endpoints");
      return endpoints.find((endpoint) => endpoint.id === id)?.status ?? "gone";
    },
    setEndpoint: (id, status) => call("PATCH", `/webhook-endpoints/${id}`, { status }),
    deleteEndpoint: (id) => call("DELETE", `/webhook-endpoints/${id}`),
    fault: (fault) => call("POST", "/faults", fault),
    clearFaults: () => call("DELETE", "/faults"),
    requests: () => call("GET", "/requests"),
    async writes() {
      const requests = await admin.requests();
      return requests.map(({ operation }) => operation).filter((operation) => !operation.startsWith("GET "));
    },
    forget: () => call("DELETE", "/requests"),
    async advance(seconds) {
      await call("POST", "/clock/advance", { seconds });
    },
  };
  return admin;
}
