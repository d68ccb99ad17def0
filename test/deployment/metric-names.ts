import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/platform/root.ts';

const read = (file: string) => readFileSync(join(root, 'docs', file), 'utf8');

/** A PromQL expression, and where it is used. */
export interface Query {
  title: string;
  expr: string;
}

export const alerts = (): Query[] =>
  (parse(read('deployment/alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] }).groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr }) => ({ title: alert, expr }));

interface Dashboard {
  templating: { list: { name: string; query: string | { query: string } }[] };
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
}

export const dashboard = (): Dashboard => JSON.parse(read('deployment/grafana-dashboard.json'));

export const panels = (): Query[] =>
  dashboard().panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

export const scrapeConfig = () =>
  parse(read('deployment/prometheus.yaml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };

/** The metrics in the first column of the table in docs/operations.md. */
export const documentedMetrics = (): string[] =>
  [...read('operations.md').matchAll(/^\| ((?:`(?:portal|process|nodejs)_\w+`(?:, )?)+) \|/gm)].flatMap(
    (row) => row[1]!.replaceAll('`', '').split(', '),
  );

/** A metric that an expression selects, with the label values that it accepts. */
interface Selector {
  name: string;
  labels: [name: string, values: string[]][];
}

export const selectorsOf = (expr: string): Selector[] =>
  [...expr.matchAll(/\b((?:portal|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map((match) => ({
    name: match[1]!.replace(/_(bucket|sum|count)$/, ''),
    labels: [...(match[2] ?? '').matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label, values]) => [
      label!,
      values!.split('|'),
    ]),
  }));

/** Reads the text format of Prometheus: the values of each label by metric. */
export function readMetrics(text: string): Map<string, Map<string, Set<string>>> {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) metrics.set(name!, new Map());
  for (const [, sample, labels] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const metric = metrics.get(sample!) ?? metrics.get(sample!.replace(/_(bucket|sum|count)$/, ''));
    for (const [, label, value] of (labels ?? '').matchAll(/(\w+)="([^"]*)"/g))
      metric?.set(label!, (metric.get(label!) ?? new Set()).add(value!));
  }
  return metrics;
}
