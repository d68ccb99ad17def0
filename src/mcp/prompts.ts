import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { basinNames } from '../api/parameters.ts';
import { surfaceVariables } from '../api/variables.ts';
import { type EndpointSummary, languages, type SiteSummary } from '../content/contract.ts';
import { statePopulations } from '../weather/sandbox/forecasts/degree-days.ts';
import type { WeatherSource } from '../weather/source.ts';
import type { DocumentedEndpoint } from './toolkit/check-links.ts';

interface KnownPrompt {
  listed: Prompt & { arguments: { name: string; description: string; required?: boolean }[] };
  needsWeather: boolean;
  /** What the person asks, in words that lead to the right tools. */
  ask(given: Record<string, string>, summary: SiteSummary): string;
}

const prompts: KnownPrompt[] = [
  {
    needsWeather: true,
    listed: {
      name: 'brief_me_for_a_place',
      title: 'Brief me for a place',
      description: 'The weather of the next days at a place, how sure it is and what has changed.',
      arguments: [
        { name: 'place', description: 'A town, or latitude,longitude.', required: true },
        { name: 'days', description: 'How many days ahead, 1 to 5.' },
        { name: 'variable', description: 'What matters most, such as wind_10m.' },
      ],
    },
    ask: ({ place, days = '2', variable }) =>
      `Brief me on the weather at ${place} for the next ${days} days. Find its coordinates and its time zone yourself. Ask get_point_forecast once, with timezone, step_hours 6 and compare, and tell me temperature, rain and wind by day and what changed since the run before.${
        variable
          ? ` What matters most to me is ${variable}: ask get_ensemble_forecast how sure it is, if my key may.`
          : ''
      } Say which run it is from, and say so if the weather is synthetic. Five sentences at most.`,
  },
  {
    needsWeather: true,
    listed: {
      name: 'what_did_the_balloon_see',
      title: 'What did the balloon see?',
      description: 'One balloon: where it is, where it has been, and what its last sounding says.',
      arguments: [{ name: 'mission', description: 'A mission such as W-1960.', required: true }],
    },
    ask: ({ mission }) =>
      `What did the balloon ${mission} see? Ask get_sounding for its newest finished leg and get_flight_path for where it has been. Tell me where and when it measured, how temperature and wind change with height, and what the indices say; where there is none, say why. Five sentences at most.`,
  },
  {
    needsWeather: false,
    listed: {
      name: 'write_my_first_program',
      title: 'Write my first program',
      description: 'A program against the API that runs as it stands.',
      arguments: [
        { name: 'language', description: 'curl, python, java or ruby.', required: true },
        { name: 'endpoint', description: 'The path of an endpoint, such as /points.' },
      ],
    },
    ask: ({ language, endpoint }, { endpoints, keys: { environment } }) =>
      `Write my first program against this API, in ${language}, for ${endpoint ?? firstFree(endpoints)}. Ask get_code for it, and get_key_status whether my key may call it. Show me the program, how to set ${environment.clientId} and ${environment.apiKey}, and one thing to change next.`,
  },
];

const firstFree = (endpoints: EndpointSummary[]) => endpoints.find(({ access }) => access === 'free')?.path;

const promptsFor = ({ weather }: SiteSummary) =>
  prompts.filter(({ needsWeather }) => weather || !needsWeather);

export const listPrompts = (summary: SiteSummary): Prompt[] =>
  promptsFor(summary).map(({ listed }) => listed);

const valueCharactersMax = 200;

export function getPrompt(
  summary: SiteSummary,
  name: string,
  given: Record<string, string> = {},
): GetPromptResult {
  const known = promptsFor(summary);
  const prompt = known.find(({ listed }) => listed.name === name);
  if (!prompt)
    throw invalid(`There is no such prompt. There are ${known.map(({ listed }) => listed.name).join(', ')}.`);
  const { arguments: wanted, description = '' } = prompt.listed;
  const values: Record<string, string> = {};
  for (const { name: argument, required } of wanted) {
    const value = given[argument]?.trim() ?? '';
    if (value.length > valueCharactersMax) throw invalid(`${argument} must be shorter.`);
    if (value !== '') values[argument] = value;
    else if (required) throw invalid(`${argument} is required.`);
  }
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.ask(values, summary) } }],
  };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

interface Completions {
  endpoints: readonly DocumentedEndpoint[];
  weather: WeatherSource;
  /** Of another API nothing is known. */
  knowsWeather: boolean;
  /** Who is in the air is told to those who may ask. */
  maySeeMissions: boolean;
}

/** More are not taken by the protocol. */
const valuesMax = 100;

/** What an argument of this name may be that begins so. */
export async function complete(name: string, begun: string, known: Completions) {
  const all = await valuesOf(name, known);
  const fitting = all.filter((value) => value.toLowerCase().startsWith(begun.trim().toLowerCase()));
  const values = fitting.slice(0, valuesMax);
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
}

const weatherNames = new Set(['mission', 'mission_id', 'variable', 'state', 'states', 'basin']);

async function valuesOf(
  name: string,
  { endpoints, weather, knowsWeather, maySeeMissions }: Completions,
): Promise<string[]> {
  if (!knowsWeather && weatherNames.has(name)) return [];
  switch (name) {
    case 'mission':
    case 'mission_id':
      return maySeeMissions ? (await weather.listFlyingMissions()).map((mission) => mission.name) : [];
    case 'variable':
      return ['wind_10m', 'wind_100m', ...surfaceVariables];
    case 'state':
    case 'states':
      return Object.keys(statePopulations);
    case 'basin':
      return [...basinNames];
    case 'language':
      return [...languages];
    case 'endpoint':
      return [...new Set(endpoints.map(({ route }) => route.path))];
    default:
      return [];
  }
}
