/** A metric of the site. */
export interface Metric {
  name: string;
  kind: "counter" | "gauge" | "histogram";
  help: string;
  /** Its labels; every one has few values, none of them personal. */
  labels: readonly string[];
}

/**
 * Every metric of the site, by what it measures. `docs/metrics.md` is made from these lines. What
 * Node says of itself (memory, garbage collection, delay of the event loop) comes from `prom-client`.
 */
export const METRICS = {
  requests: {
    name: "http_request_duration_seconds",
    kind: "histogram",
    help: "Time until the answer was ready, by what was asked for and the class of its status",
    labels: ["route", "status"],
  },
  pages: {
    name: "page_cache_answers_total",
    kind: "counter",
    help: "Pages by where they came from: hit, stale (renewed behind the answer), joined (somebody else's rendering), rendered",
    labels: ["answer"],
  },
  mails: {
    name: "mails_total",
    kind: "counter",
    help: "Attempts to send a mail, by its kind",
    labels: ["name", "outcome"],
  },
  jobs: {
    name: "jobs_total",
    kind: "counter",
    help: "Rounds of background jobs done by this server",
    labels: ["name", "outcome"],
  },
  changes: {
    name: "worker_changes",
    kind: "gauge",
    help: "Changes from which lists, counts and search are yet to be derived (waiting), and those from which they could not be (failed)",
    labels: ["state"],
  },
  lag: {
    name: "worker_lag_seconds",
    kind: "gauge",
    help: "How long the oldest change has waited",
    labels: [],
  },
  dump: {
    name: "dump_age_seconds",
    kind: "gauge",
    help: "How old the newest dump of the catalogue is; more than 93600 (26 hours) means that none was made last night",
    labels: [],
  },
  connections: {
    name: "database_connections",
    kind: "gauge",
    help: "Connections to the database, and requests that wait for one",
    labels: ["pool", "state"],
  },
} as const satisfies Record<string, Metric>;

type Named = typeof METRICS;

/** A metric of the register, as `prom-client` takes it. */
export function metric<Key extends keyof Named>(key: Key) {
  const { name, help, labels } = METRICS[key];
  return { name, help, labelNames: [...labels] as Named[Key]["labels"][number][] };
}
