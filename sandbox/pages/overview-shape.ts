/** What the page at `/` shows, as `GET /_sandbox/overview` answers it. No imports: the page's own scripts take their types from here. */
export interface Overview {
  clock: {
    now: string;
    /** `real`, `manual`, or `x` and a factor. */
    mode: string;
    /** What falls due first; null if nothing will. */
    next: { at: string; kind: string } | null;
    /** A move under way: jobs that ran, and those that are due until its end as far as is known; null if there is none. */
    advancing: { from: string; to: string; jobs: number; jobs_due: number } | null;
  };
  service: {
    partner_account_id: string;
    account_id: string;
    webhook_endpoint_id: string;
  };
  api_keys: Newest<Key>;
  webhook_endpoints: Newest<Endpoint>;
  events: Newest<PaymentEvent>;
  deliveries: Newest<Delivery>;
  subscriptions: Newest<Subscription>;
  payment_intents: Newest<PaymentIntent>;
  transitions: Newest<Transition>;
  mail: Newest<Mail>;
  requests: Newest<SeenRequest>;
  faults: Newest<Fault>;
  /** E-mail addresses of those who get notices. */
  recipients: string[];
}

/** The newest of many, newest first, and how many there are. */
export interface Newest<Item> {
  total: number;
  items: Item[];
}

/** A key without its value. */
export interface Key {
  id: string;
  account_id: string;
  name: string;
  type: string;
  scopes: string[];
  last_used: string | null;
}

export interface Endpoint {
  id: string;
  url: string;
  status: string;
  /** Number of deliveries in each state. */
  deliveries: Record<string, number>;
  /** For an endpoint that fails: since when, and what becomes of it when if nothing gets through. */
  next: { failing_since: string; status: string; at: string } | null;
}

export interface PaymentEvent {
  id: string;
  account_id: string;
  type: string;
  delivery_status: string | null;
  /** What its deliveries do while it has none of the four: `under way`, `held` by inactive endpoints, or `over`. */
  standing: string;
  created_at: string;
  /** Its data as JSON text, cut where it is long. */
  data: string;
}

export interface Attempt {
  number: number;
  at: string;
  outcome: string;
  status: number | null;
}

export interface Delivery {
  event_id: string;
  event_type: string;
  endpoint_id: string;
  state: string;
  attempts: Attempt[];
  next_at: string | null;
}

export interface Subscription {
  id: string;
  account_id: string;
  customer_id: string;
  status: string;
  price: number;
  currency: string;
  interval_unit: string;
  interval_count: number;
  next_payment_at: string | null;
}

export interface PaymentIntent {
  id: string;
  account_id: string;
  amount: number;
  currency: string;
  status: string;
  created_at: string;
}

export interface Transition {
  seq: number;
  kind: string;
  id: string;
  from: string;
  to: string;
  at: string;
  reason: string;
}

export interface Mail {
  seq: number;
  at: string;
  to: string;
  subject: string;
  text: string;
}

export interface SeenRequest {
  at: string;
  request_id: string;
  operation: string;
  path: string;
  query: string;
  status: number | null;
  key_id: string | null;
  account_id: string | null;
  fault: string | null;
}

export interface Fault {
  id: string;
  operation: string;
  effect: string;
  at: string;
  from: number;
  count: number;
  seen: number;
  struck: number;
}
