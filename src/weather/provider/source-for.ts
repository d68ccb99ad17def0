import type { Sandbox } from '../../content/contract.ts';
import type { WeatherSource } from '../source.ts';
import { providerBalloons } from './balloons.ts';
import { providerForecasts } from './forecasts.ts';
import { balloonMethods, forecastMethods } from './halves.ts';

interface SourceOptions {
  /** Where an API is our own sandbox, it is asked in the process. */
  sandbox: Sandbox;
  weather: WeatherSource | undefined;
  hosts: { forecasts: string; data: string };
}

/** By a client id and a secret with a colon between them: whose calls they are, and whose quota, counted where they arrive. */
type SourceOf = (pair: string) => WeatherSource;

/** Each API where it is: in this process, or at the provider's, asked over HTTP in somebody's name. */
export function sourceFor({ sandbox, weather, hosts }: SourceOptions): SourceOf {
  return (pair) => {
    if (sandbox === 'both' && weather) return weather;
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    const [caller] = pair.split(':', 1) as [string];
    return {
      ...providerForecasts({ url: hosts.forecasts, caller, authorization }),
      ...providerBalloons({ url: hosts.data, caller, authorization }),
      ...(weather && sandbox === 'forecasts' && pick(weather, forecastMethods)),
      ...(weather && sandbox === 'data' && pick(weather, balloonMethods)),
      close: async () => {},
    };
  };
}

function pick<Name extends keyof WeatherSource>(
  weather: WeatherSource,
  names: readonly Name[],
): Pick<WeatherSource, Name> {
  return Object.fromEntries(names.map((name) => [name, weather[name]])) as Pick<WeatherSource, Name>;
}
