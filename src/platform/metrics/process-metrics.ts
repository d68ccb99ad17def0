import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, gauge, type Metric } from './metric.ts';

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
