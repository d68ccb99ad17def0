import { languages } from '../content/contract.ts';
import { surfaceFields } from '../weather/sandbox/atmosphere/surface.ts';
import { basinNames } from '../weather/sandbox/forecasts/basins.ts';
import { statePopulations } from '../weather/sandbox/forecasts/degree-days.ts';
import type { WeatherSource } from '../weather/source.ts';
import type { DocumentedEndpoint } from './toolkit/check-pages.ts';

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
      return ['wind_10m', 'wind_100m', ...surfaceFields];
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
