import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** A family of numbers under one name, in the data model of Prometheus. */
export interface Metric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: Sample[];
}

/** Labels have a few values that we choose. A key, path or address would let clients decide how many series there are. */
interface Sample {
  labels?: Record<string, string>;
  value: number;
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string;
}

const single =
  (type: Metric['type']) =>
  (name: string, help: string, value: number, labels: Record<string, string> = {}): Metric => ({
    name,
    type,
    help,
    samples: [{ labels, value }],
  });
export const gauge = single('gauge');
export const counter = single('counter');

/** The metric has one sample per entry, distinguished by one label. */
export function counters(name: string, help: string, label: string, values: Record<string, number>): Metric {
  const samples = Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
  return { name, type: 'counter', help, samples };
}

export const toText = (metrics: Metric[]): string =>
  metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}`),
    ])
    .join('\n')
    .concat('\n');

function labelText(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeLabel = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** The bounds range from a decision made from memory to a slow grid. */
const boundsSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

/** Counts durations by bucket. */
export class Histogram {
  readonly #buckets = [...boundsSeconds, Number.POSITIVE_INFINITY].map((bound) => ({ bound, count: 0 }));
  #sum = 0;

  observe(seconds: number): void {
    const bucket = this.#buckets.find(({ bound }) => seconds <= bound);
    if (bucket) bucket.count++;
    this.#sum += seconds;
  }

  samples(labels: Record<string, string>): Sample[] {
    let total = 0;
    const buckets = this.#buckets.map(({ bound, count }) => {
      total += count;
      const le = String(bound).replace('Infinity', '+Inf');
      return { labels: { ...labels, le }, value: total, suffix: '_bucket' };
    });
    return [
      ...buckets,
      { labels, value: this.#sum, suffix: '_sum' },
      { labels, value: total, suffix: '_count' },
    ];
  }
}

/** Counts and times every response by the part of the portal that sent it. */
export class RequestMetrics {
  /** `statuses` counts by the first digit of the status. */
  readonly #surfaces = new Map<string, { durations: Histogram; statuses: number[] }>();

  observe(name: string, status: number, seconds: number): void {
    const surface = this.#surfaces.get(name) ?? { durations: new Histogram(), statuses: Array(6).fill(0) };
    this.#surfaces.set(name, surface);
    surface.durations.observe(seconds);
    const digit = Math.floor(status / 100);
    surface.statuses[digit] = (surface.statuses[digit] ?? 0) + 1;
  }

  /** Observes the framework's responses. Code that responds without the framework calls `observe` itself. */
  watch(server: FastifyInstance, surfaceOf: (url: string) => string): void {
    server.addHook('onResponse', (request, reply, done) => {
      this.observe(surfaceOf(request.url), reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  }

  read(): Metric[] {
    const requests: Sample[] = [];
    const durations: Sample[] = [];
    for (const [surface, { statuses, durations: histogram }] of this.#surfaces) {
      for (const [digit, value] of statuses.entries())
        if (value > 0) requests.push({ labels: { surface, status: `${digit}xx` }, value });
      durations.push(...histogram.samples({ surface }));
    }
    const [count, time] = ['Responses by part of the portal and status.', 'Time from request to last byte.'];
    return [
      { name: 'portal_requests_total', type: 'counter', help: count, samples: requests },
      { name: 'portal_request_seconds', type: 'histogram', help: time, samples: durations },
    ];
  }
}

/** The process itself, under the names that dashboards for Node expect. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  readonly #startedSeconds = Date.now() / 1000 - process.uptime();

  constructor() {
    this.#delay.enable();
  }

  stop(): void {
    this.#delay.disable();
  }

  read(): Metric[] {
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage();
    const delay = [0.5, 0.99, 1].map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: this.#delay.count === 0 ? 0 : this.#delay.percentile(quantile * 100) / 1e9,
    }));
    // The delay covers the time since the last reading: an old peak says nothing about the present.
    this.#delay.reset();
    return [
      gauge('process_start_time_seconds', 'Start of the process, in epoch seconds.', this.#startedSeconds),
      counter('process_cpu_seconds_total', 'CPU time of all threads.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
      gauge('nodejs_heap_size_used_bytes', 'Used heap memory.', memory.heapUsed),
      {
        name: 'nodejs_eventloop_delay_seconds',
        type: 'gauge',
        help: 'Event loop delay since the last reading.',
        samples: delay,
      },
    ];
  }
}

/** Serves the metrics on a port of their own, which no proxy in front of the portal forwards to. */
export async function listenForMetrics(
  { host, port }: NonNullable<Config['metricsListen']>,
  read: () => Promise<Metric[]>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = toText(await read());
      response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
