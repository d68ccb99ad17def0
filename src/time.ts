export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const iso = (timeMs: number): string => new Date(timeMs).toISOString();
export const isoOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : iso(timeMs));
