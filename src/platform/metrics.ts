import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** A family of numbers under one name, as Prometheus reads it. */
export interface Metric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: Sample[];
}

/** Labels have few values, all of them ours: no key, path or address, whose number a stranger decides. */
interface Sample {
  labels?: Record<string, string>;
  value: number;
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  suffix?: string;
}

export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
});

export const counter = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'counter',
  help,
  samples: [{ value }],
});

/** One sample for each entry, told apart by one label. */
export const counters = (
  name: string,
  help: string,
  label: string,
  values: Record<string, number>,
): Metric => ({
  name,
  type: 'counter',
  help,
  samples: Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value })),
});

const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

export const toText = (metrics: Metric[]): string =>
  metrics
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}`),
      ].join('\n'),
    )
    .join('\n')
    .concat('\n');

function labelText(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** From a yes out of memory to a grid that takes its time. */
const boundsSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

/** How long things took: so many within each bound. */
export class Histogram {
  readonly #counts = Array<number>(boundsSeconds.length + 1).fill(0);
  #sum = 0;

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < boundsSeconds.length && seconds > boundsSeconds[bucket]!) bucket++;
    this.#counts[bucket]!++;
    this.#sum += seconds;
  }

  samples(labels: Record<string, string>): Metric['samples'] {
    let within = 0;
    const buckets = this.#counts.map((count, index) => {
      within += count;
      const bound = boundsSeconds[index];
      const le = bound === undefined ? '+Inf' : String(bound);
      return { labels: { ...labels, le }, value: within, suffix: '_bucket' };
    });
    return [
      ...buckets,
      { labels, value: this.#sum, suffix: '_sum' },
      { labels, value: within, suffix: '_count' },
    ];
  }
}

interface Surface {
  took: Histogram;
  /** By the first digit of the status. */
  answers: number[];
}

/** Every answer by the part of the portal that gave it: how many, how they ended, how long they took. */
export class RequestMetrics {
  readonly #surfaces = new Map<string, Surface>();

  observe(name: string, status: number, seconds: number): void {
    let surface = this.#surfaces.get(name);
    if (!surface) {
      surface = { took: new Histogram(), answers: Array<number>(6).fill(0) };
      this.#surfaces.set(name, surface);
    }
    surface.took.observe(seconds);
    const digit = Math.floor(status / 100);
    surface.answers[digit] = (surface.answers[digit] ?? 0) + 1;
  }

  /** What the framework answers; who answers before it observes by itself. */
  watch(server: FastifyInstance, surfaceOf: (url: string) => string): void {
    server.addHook('onResponse', (request, reply, done) => {
      this.observe(surfaceOf(request.raw.url!), reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  }

  read(): Metric[] {
    const all = [...this.#surfaces];
    return [
      {
        name: 'portal_requests_total',
        type: 'counter',
        help: 'Answers by part of the portal and kind of status.',
        samples: all.flatMap(([surface, { answers }]) =>
          answers.flatMap((value, digit) =>
            value > 0 ? [{ labels: { surface, status: `${digit}xx` }, value }] : [],
          ),
        ),
      },
      {
        name: 'portal_request_seconds',
        type: 'histogram',
        help: 'Time from the request to the last byte of its answer.',
        samples: all.flatMap(([surface, { took }]) => took.samples({ surface })),
      },
    ];
  }
}

const quantiles = [0.5, 0.99, 1];

/** The process itself, under the names that dashboards for Node know. */
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
    return [
      gauge('process_start_time_seconds', 'Start of the process, in epoch seconds.', this.#startedSeconds),
      counter('process_cpu_seconds_total', 'Time on a core, of all threads.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Memory in use.', memory.rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory of the heap in use.', memory.heapUsed),
      this.#readDelay(),
    ];
  }

  /** Since it was last read: a peak of yesterday says nothing about now. */
  #readDelay(): Metric {
    const samples = quantiles.map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: this.#delay.count === 0 ? 0 : this.#delay.percentile(quantile * 100) / 1e9,
    }));
    this.#delay.reset();
    const help = 'Delay of the event loop since the last reading.';
    return { name: 'nodejs_eventloop_delay_seconds', type: 'gauge', help, samples };
  }
}

const path = '/metrics';

/** A door of its own, which no proxy in front of the portal leads to. */
export async function listenForMetrics(
  { host, port }: NonNullable<Config['metricsListen']>,
  read: () => Promise<Metric[]>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== path) return void response.writeHead(404).end();
    try {
      const text = toText(await read());
      response.writeHead(200, { 'Content-Type': metricsContentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
