/** 2026-11-16 09:00 UTC, of seconds since 1970 that are a time of our days. */
export function unixWords(seconds: string): string | undefined {
  if (!/^\d{9,10}$/.test(seconds.trim())) return undefined;
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
