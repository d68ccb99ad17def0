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

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

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
