import type { AdminKey, Fault } from "../e2e/harness/admin";

/** What a fault makes of one exchange, as somebody sees it who knows nothing of the client. */
export interface FaultKind {
  name: string;
  /**
   * - `silence`: no answer, or none that is whole
   * - `trouble`: an answer that says that it is none (5xx, 429)
   * - `page`, `hollow`: a success that is none: a web page, or a body with nothing of the interface in it
   * - `missing`: there is no such thing (404), by something in between
   * - `short`: a well-formed list that shows less than there is
   * - `late`: the true answer, slowly
   * - `stranger`: a success that shows a key of somebody else
   */
  shows: "silence" | "trouble" | "page" | "hollow" | "missing" | "short" | "late" | "stranger";
  /** Whether the service did what was asked. */
  done: boolean;
  /** The service itself says that it did not take the request. */
  refused?: boolean;
  /** The methods that it makes sense for; default all. */
  methods?: readonly string[];
  arm(place: { now(): Date; stranger: AdminKey }): Omit<Fault, "operation" | "from" | "count"> & { body?: unknown };
}

const bodies = {
  page: "<!doctype html><html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>",
  text: "upstream says hello",
};
const status = (code: number, more: { headers?: Record<string, string>; body?: unknown } = {}) => ({
  effect: "status" as const,
  status: code,
  ...more,
});
const inSeconds = ({ now }: { now(): Date }, seconds: number): string =>
  new Date(now().getTime() + seconds * 1_000).toUTCString();

/** Whole, as if it had been created just now. */
const showing = (stranger: AdminKey) => status(201, { body: { ...stranger, value: `sk_sandbox_${"7".repeat(48)}` } });

const reads = ["GET"];
const writes = ["POST", "PATCH", "DELETE"];

export const faultKinds: readonly FaultKind[] = [
  { name: "reset before", shows: "silence", done: false, arm: () => ({ effect: "reset" }) },
  { name: "reset after", shows: "silence", done: true, methods: writes, arm: () => ({ effect: "reset", at: "after" }) },
  { name: "500", shows: "trouble", done: false, arm: () => status(500) },
  { name: "500 after", shows: "trouble", done: true, methods: writes, arm: () => ({ ...status(500), at: "after" }) },
  { name: "502 page", shows: "trouble", done: false, arm: () => status(502, { body: bodies.page }) },
  {
    name: "502 page after",
    shows: "trouble",
    done: true,
    methods: writes,
    arm: () => ({ ...status(502, { body: bodies.page }), at: "after" }),
  },
  { name: "503", shows: "trouble", done: false, arm: () => status(503) },
  {
    name: "503 Retry-After",
    shows: "trouble",
    done: false,
    arm: () => status(503, { headers: { "Retry-After": "1" } }),
  },
  {
    name: "429 in seconds",
    shows: "trouble",
    done: false,
    refused: true,
    arm: () => status(429, { headers: { "Retry-After": "1" } }),
  },
  {
    name: "429 by date",
    shows: "trouble",
    done: false,
    refused: true,
    arm: (clock) => status(429, { headers: { "Retry-After": inSeconds(clock, 1) } }),
  },
  { name: "timeout", shows: "silence", done: false, arm: () => ({ effect: "timeout" }) },
  {
    name: "timeout after",
    shows: "silence",
    done: true,
    methods: writes,
    arm: () => ({ effect: "timeout", at: "after" }),
  },
  { name: "truncated", shows: "silence", done: true, arm: () => ({ effect: "truncate", at: "after" }) },
  { name: "slow", shows: "late", done: true, arm: () => ({ effect: "slow", ms: 60 }) },
  { name: "slow after", shows: "late", done: true, arm: () => ({ effect: "slow", ms: 60, at: "after" }) },
  { name: "page for an answer", shows: "page", done: false, arm: () => status(200, { body: bodies.page }) },
  { name: "text for an answer", shows: "hollow", done: false, arm: () => status(200, { body: bodies.text }) },
  { name: "empty 200", shows: "hollow", done: false, arm: () => status(200, { body: "" }) },
  {
    name: "empty 200 after",
    shows: "hollow",
    done: true,
    methods: writes,
    arm: () => ({ ...status(200, { body: "" }), at: "after" }),
  },
  { name: "404 page", shows: "missing", done: false, arm: () => status(404, { body: bodies.page }) },
  { name: "404 text", shows: "missing", done: false, arm: () => status(404, { body: "default backend - 404" }) },
  { name: "404", shows: "missing", done: false, arm: () => status(404) },
  { name: "410", shows: "missing", done: false, methods: [...reads, "PATCH", "DELETE"], arm: () => status(410) },
  {
    name: "another's empty list",
    shows: "short",
    done: false,
    methods: reads,
    arm: () => status(200, { body: { has_more: false, limit: 100, offset: 0, total: 0, items: [] } }),
  },
  {
    name: "short page",
    shows: "short",
    done: false,
    methods: reads,
    arm: () => status(200, { body: { has_more: false, items: [] } }),
  },
  {
    name: "another's key",
    shows: "stranger",
    done: false,
    methods: ["POST"],
    arm: ({ stranger }) => showing(stranger),
  },
  {
    name: "another's key after",
    shows: "stranger",
    done: true,
    methods: ["POST"],
    arm: ({ stranger }) => ({ ...showing(stranger), at: "after" }),
  },
];
