import { sandboxSentence } from '../content/sandbox-sentence.ts';
import type { Site } from '../content/site.ts';
import type { CatalogueEntry } from './catalogue.ts';

/** What a client gives its model to read before anything is asked. */
export function instructionsFor(site: Site, all: CatalogueEntry[], reachable: CatalogueEntry[]): string {
  const { provider, sandbox, weather } = site.summary;
  const missing = all.filter((entry) => !reachable.includes(entry));
  return [
    `${weather ? 'Weather data' : 'The API'} of ${provider.name}: ${provider.offers}, and the documentation. Every tool only reads.`,
    ...(sandbox ? [`${sandboxSentence(sandbox)} Say so when you use it.`] : []),
    ...(weather ? weatherLines : [documentationLine]),
    ...(missing.length > 0 ? [`${roleSentence(site, reachable)} All-access adds ${namesOf(missing)}.`] : []),
  ].join('\n');
}

const weatherLines = [
  'Times are UTC unless a tool takes a timezone. Places are latitude and longitude: find them yourself. Units stand in every answer; wind directions say where the wind comes from.',
  'For the weather at a place one call of get_point_forecast is enough: give the range of times, and step_hours for totals. get_key_status says what this key may do. Long answers come in parts: next_arguments holds the arguments for the next one. Each call counts against the hourly limit of the key, a point forecast once for each ten places begun.',
];

const documentationLine =
  'The tools know the documentation and the key, and do not call the API: get_code gives the program that does. get_key_status says what this key may do. Long answers come in parts: next_arguments holds the arguments for the next one. Each call counts against the hourly limit of the key.';

export function roleSentence(site: Site, reachable: CatalogueEntry[]): string {
  const { dataTeam } = site.summary.provider;
  return `This is a free key: it may call ${namesOf(reachable)}. For an all-access key write to the data team at ${dataTeam}.`;
}

const namesOf = (entries: CatalogueEntry[]) => entries.map(({ tool }) => tool.name).join(', ');
