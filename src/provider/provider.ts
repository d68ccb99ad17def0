import type { WeatherSource } from '../weather/source.ts';
import { providerBalloons } from './balloons.ts';
import { providerForecasts } from './forecasts.ts';

interface ProviderOptions {
  forecastsUrl: string;
  dataUrl: string;
  /** Whose calls these are: their quota is counted where they arrive. */
  authorization: string;
}

/** The provider's own API as a source, over HTTP. */
export function createProvider({ forecastsUrl, dataUrl, authorization }: ProviderOptions): WeatherSource {
  return {
    ...providerForecasts({ url: forecastsUrl, authorization }),
    ...providerBalloons({ url: dataUrl, authorization }),
    close: async () => {},
  };
}
