import type { ApiRequest } from './request.ts';

/** /gridded/500/wind_u: wind_u_500.nc */
export function fileNameOf({ path }: Pick<ApiRequest, 'path'>): string {
  const [, ...parts] = path.split('/').filter(Boolean);
  return `${
    parts
      .reverse()
      .join('_')
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, '-') || 'answer'
  }.nc`;
}
