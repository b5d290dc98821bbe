import { createServer, type Server } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import { ConfigError } from './config.ts';
import { pathOf, probePaths } from './http/probes.ts';
import type { Counted, Gauged, Measures, Observed } from './measures.ts';

const prefix = 'dazi_';

const counters: Readonly<Record<keyof Counted, Omit<CounterConfiguration<string>, 'name'>>> = {
  stream_dropped: { help: 'Streams that were too slow and told to ask anew' },
  bus_letters: { help: 'Events heard from other nodes' },
  bus_caught_up: { help: 'Events of other nodes that no letter brought and the outbox did' },
  job_failed: { help: 'Runs of a job that failed', labelNames: ['job'] },
  media_missing: { help: 'Media that were asked for and whose file is not there' },
  rate_limited: { help: 'Requests refused because there were too many' },
  mail_failed: { help: 'Mails that were given up' },
};

const histograms: Readonly<Record<keyof Observed, Omit<HistogramConfiguration<string>, 'name'>>> = {
  http_seconds: {
    help: 'From a request to the end of its answer, without streams',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  db_wait_seconds: {
    help: 'How long a transaction waited for its connection and its beginning',
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
  },
  notices_age_seconds: {
    help: 'How old what happened was when the notifications of it were made',
    buckets: [0.1, 0.5, 1, 5, 30, 120, 600, 3600],
  },
  ledger_batch: { help: 'Transfers written together', buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256] },
  job_seconds: {
    help: 'How long a run of a job took',
    labelNames: ['job'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600],
  },
};

const gauges: Readonly<Record<keyof Gauged, { help: string; label?: string }>> = {
  streams: { help: 'Open streams of this node' },
  crowd_waiting: { help: 'Requests that wait since many came to the same thing at once' },
  nodes: { help: 'Nodes on the database that were seen within 20 seconds' },
  redis_up: { help: 'Whether Redis answers this node' },
  push_waiting: { help: 'Pushes to browsers that wait, of all nodes' },
  mail_waiting: { help: 'Mails that wait, of all nodes' },
  horizon_age_seconds: { help: 'How long the oldest transaction that writes has been open' },
  db_pool: { help: 'Connections to the database, and what waits for them', label: 'state' },
  outbox_lag_seconds: { help: 'Age of the oldest event that its reader has not read', label: 'reader' },
};

/** Of the library's own: they count nothing up, which Prometheus takes their names to say. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** What cannot be told in this time is left out of the figures. */
const readLimit_ms = 2000;

export interface Metrics extends Measures {
  follow(server: FastifyInstance): void;
  close(): Promise<void>;
}

/** Figures in the words of Prometheus, on a port of their own. Throws ConfigError when it cannot be had. */
export async function openMetrics(
  { host, port }: { host: string; port: number },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Metrics> {
  const register = new Registry();
  collectDefaultMetrics({ register, prefix });
  for (const name of misnamed) register.removeSingleMetric(prefix + name);
  const registers = [register];
  const counterOf = mapped(counters, (name, facts) => {
    return new Counter({ name: `${prefix}${name}_total`, registers, ...facts });
  });
  const histogramOf = mapped(histograms, (name, facts) => {
    return new Histogram({ name: prefix + name, registers, ...facts });
  });

  const measures: Measures = {
    count: (what, labels) => counterOf[what].inc(labels),
    observe: (what, value, labels) => histogramOf[what].observe(labels, value),
    gauge(what, read) {
      const { help, label } = gauges[what];
      new Gauge({
        name: prefix + what,
        help,
        labelNames: label === undefined ? [] : [label],
        registers,
        async collect() {
          this.reset();
          try {
            const found = await inTime(read);
            if (typeof found === 'number') this.set(found);
            else
              for (const [value, number] of Object.entries(Object.values(found)[0]!))
                this.set({ [label!]: value }, number);
          } catch (error) {
            // Emptied, one without a label says 0.
            if (label === undefined) this.remove();
            log.warn({ err: error, figure: what }, 'a figure could not be read');
          }
        },
      });
    },
  };

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || pathOf(request.url ?? '') !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await register.metrics();
      response.writeHead(200, { 'content-type': register.contentType }).end(text);
    } catch (error) {
      log.warn({ err: error }, 'figures could not be told');
      response.writeHead(500).end();
    }
  });
  await listening(server, host, port);

  return {
    ...measures,
    follow: (followed) => followRequests(followed, measures),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function followRequests(server: FastifyInstance, measures: Measures) {
  server.addHook('onResponse', async (request, reply) => {
    const { url = 'unknown', config } = request.routeOptions;
    // A stream ends when its reader goes, which says nothing of the server.
    if (config.budget === 'live' || probePaths.has(pathOf(request.url))) return;
    const labels = { route: url, method: request.method, status: String(reply.statusCode) };
    measures.observe('http_seconds', reply.elapsedTime / 1000, labels);
  });
}

function mapped<Key extends string, Facts, Made>(
  facts: Readonly<Record<Key, Facts>>,
  make: (name: Key, facts: Facts) => Made,
): Record<Key, Made> {
  const names = Object.keys(facts) as Key[];
  return Object.fromEntries(names.map((name) => [name, make(name, facts[name])])) as Record<Key, Made>;
}

async function inTime<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), readLimit_ms);
  });
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? 'that address is in use already; choose another port'
          : `it cannot be listened on (${code ?? message})`;
      reject(new ConfigError(`METRICS_PORT: ${host}:${port}: ${why}`));
    });
    server.listen(port, host, resolve);
  });
}
