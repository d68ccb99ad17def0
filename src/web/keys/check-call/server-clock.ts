import { health } from '../../../urls.ts';

/** The server's time, from its Date header: no token is judged by a clock that may be wrong itself. */
export async function askServerTime(): Promise<Date | undefined> {
  try {
    const { headers } = await fetch(health, { method: 'HEAD', credentials: 'omit', cache: 'no-store' });
    const time = new Date(headers.get('Date') ?? '');
    return Number.isNaN(time.getTime()) ? undefined : time;
  } catch {
    return undefined;
  }
}
