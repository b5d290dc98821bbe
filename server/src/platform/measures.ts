export interface Counted {
  stream_dropped: Record<never, never>;
  bus_letters: Record<never, never>;
  bus_caught_up: Record<never, never>;
  job_failed: { job: string };
  media_missing: Record<never, never>;
  rate_limited: Record<never, never>;
  mail_failed: Record<never, never>;
}

export interface Observed {
  http_seconds: { route: string; method: string; status: string };
  db_wait_seconds: Record<never, never>;
  notices_age_seconds: Record<never, never>;
  ledger_batch: Record<never, never>;
  job_seconds: { job: string };
}

export interface Gauged {
  streams: number;
  crowd_waiting: number;
  nodes: number;
  redis_up: number;
  push_waiting: number;
  mail_waiting: number;
  horizon_age_seconds: number;
  db_pool: { state: Readonly<Record<'size' | 'transactions' | 'waiting' | 'statements', number>> };
  outbox_lag_seconds: { reader: Readonly<Record<string, number>> };
}

/** Labels name routes and jobs, never a person or a thing: figures are kept for years by whoever collects them. */
export interface Measures {
  count<What extends keyof Counted>(what: What, labels: Counted[What]): void;
  observe<What extends keyof Observed>(what: What, value: number, labels: Observed[What]): void;
  gauge<What extends keyof Gauged>(what: What, read: () => Gauged[What] | Promise<Gauged[What]>): void;
}

export const noMeasures: Measures = { count() {}, observe() {}, gauge() {} };
