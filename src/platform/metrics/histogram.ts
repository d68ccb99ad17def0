import type { Metric } from './metric.ts';

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
