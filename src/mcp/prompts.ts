import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { basinNames } from '../api/parameters.ts';
import { surfaceVariables } from '../api/variables.ts';
import type { SiteSummary } from '../content/contract.ts';
import type { DocumentedEndpoint } from '../content/documented-endpoints.ts';
import { codeLanguages } from '../content/languages.ts';
import { statePopulations } from '../weather/sandbox/forecasts/degree-days.ts';
import type { WeatherSource } from '../weather/source.ts';

interface PromptTemplate {
  listed: Prompt & { arguments: { name: string; description: string; required?: boolean }[] };
  needsWeather: boolean;
  /** Writes the person's question so that it leads the model to the right tools. */
  write(values: Record<string, string>, summary: SiteSummary): string;
}

const templates: PromptTemplate[] = [
  {
    needsWeather: true,
    listed: {
      name: 'brief_me_for_a_place',
      title: 'Brief me for a place',
      description: 'The weather at a place for the next days, how certain it is and what has changed.',
      arguments: [
        { name: 'place', description: 'A town, or latitude,longitude.', required: true },
        { name: 'days', description: 'How many days ahead, 1 to 5.' },
        { name: 'variable', description: 'What matters most, such as wind_10m.' },
      ],
    },
    write: ({ place, days = '2', variable }) =>
      `Brief me on the weather at ${place} for the next ${days} days. Look up its coordinates and time zone. Call get_point_forecast once, with timezone, step_hours 6 and compare. Tell me temperature, rain and wind for each day and what changed since the previous run.${
        variable
          ? ` What matters most to me is ${variable}: if my key allows it, call get_ensemble_forecast to see how certain it is.`
          : ''
      } Name the run, and say if the weather is synthetic. Use at most five sentences.`,
  },
  {
    needsWeather: true,
    listed: {
      name: 'what_did_the_balloon_see',
      title: 'What did the balloon see?',
      description: 'One balloon: where it is, where it has been, and what its last sounding shows.',
      arguments: [{ name: 'mission', description: 'A mission such as W-1960.', required: true }],
    },
    write: ({ mission }) =>
      `What did the balloon ${mission} see? Call get_sounding for its newest finished leg and get_flight_path for where it has been. Tell me where and when it measured, how temperature and wind change with height, and what the indices mean. If an index is missing, say why. Use at most five sentences.`,
  },
  {
    needsWeather: false,
    listed: {
      name: 'write_my_first_program',
      title: 'Write my first program',
      description: 'A complete program that calls the API.',
      arguments: [
        { name: 'language', description: 'curl, python, javascript, java or ruby.', required: true },
        {
          name: 'endpoint',
          description: 'The path of an endpoint. Defaults to one that every key can call.',
        },
      ],
    },
    write: ({ language, endpoint }, { endpoints, keys: { environment } }) =>
      `Write my first program for this API in ${language}, for ${endpoint ?? endpoints.find(({ access }) => access === 'free')?.path}. Call get_code to get it, and get_key_status to check that my key can call it. Show me the program, how to set ${environment.clientId} and ${environment.apiKey}, and one thing to change next.`,
  },
];

const templatesFor = ({ weather }: SiteSummary) =>
  templates.filter(({ needsWeather }) => weather || !needsWeather);

export const listPrompts = (summary: SiteSummary): Prompt[] =>
  templatesFor(summary).map(({ listed }) => listed);

const maxValueLength = 200;

export function getPrompt(
  summary: SiteSummary,
  name: string,
  given: Record<string, string> = {},
): GetPromptResult {
  const available = templatesFor(summary);
  const template = available.find(({ listed }) => listed.name === name);
  if (!template)
    throw invalid(
      `No such prompt. Available prompts: ${available.map(({ listed }) => listed.name).join(', ')}.`,
    );
  const { arguments: parameters, description = '' } = template.listed;
  const values: Record<string, string> = {};
  for (const { name: parameter, required } of parameters) {
    const value = given[parameter]?.trim() ?? '';
    if (value.length > maxValueLength)
      throw invalid(`${parameter} can have at most ${maxValueLength} characters.`);
    if (value !== '') values[parameter] = value;
    else if (required) throw invalid(`${parameter} is required.`);
  }
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text: template.write(values, summary) } }],
  };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

interface CompletionContext {
  endpoints: readonly DocumentedEndpoint[];
  weather: WeatherSource;
  /** False for an API whose weather the portal does not know. */
  hasWeather: boolean;
  /** Only keys that may list the missions get their names. */
  maySeeMissions: boolean;
}

/** The protocol allows no more. */
const maxCompletions = 100;

export async function completeArgument(
  { name, value: prefix }: { name: string; value: string },
  context: CompletionContext,
) {
  const all = await listValues(name, context);
  const matching = all.filter((value) => value.toLowerCase().startsWith(prefix.trim().toLowerCase()));
  const values = matching.slice(0, maxCompletions);
  return { completion: { values, total: matching.length, hasMore: matching.length > values.length } };
}

async function listValues(
  name: string,
  { endpoints, weather, hasWeather, maySeeMissions }: CompletionContext,
): Promise<string[]> {
  if (name === 'language') return [...codeLanguages];
  if (name === 'endpoint') return [...new Set(endpoints.map(({ route }) => route.path))];
  if (!hasWeather) return [];
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
    default:
      return [];
  }
}
