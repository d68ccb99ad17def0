import type { Sandbox } from '../../content/contract.ts';
import type { WeatherSource } from '../source.ts';
import { providerDataSource } from './data-source.ts';
import { providerForecastSource } from './forecast-source.ts';

interface SourceOptions {
  /** The APIs that the sandbox serves. They are called in this process. */
  sandbox: Sandbox;
  weather: WeatherSource | undefined;
  hosts: { forecasts: string; data: string };
}

/**
 * The APIs that the sandbox does not serve are called over HTTP with the caller's credentials: a client ID and a secret
 * with a colon between them. The provider counts calls against their quota.
 */
export function sourceFor({ sandbox, weather, hosts }: SourceOptions) {
  return (pair: string): WeatherSource => {
    if (weather && sandbox === 'both') return weather;
    const [caller = ''] = pair.split(':', 1);
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    const forecasts = providerForecastSource({ url: hosts.forecasts, caller, authorization });
    const data = providerDataSource({ url: hosts.data, caller, authorization });
    const close = async () => {};
    if (weather && sandbox === 'forecasts') return { ...weather, ...data, close };
    if (weather && sandbox === 'data') return { ...weather, ...forecasts, close };
    return { ...forecasts, ...data, close };
  };
}
