import type { Query } from './query.ts';

export const missionPageParameters = ['page', 'page_size'] as const;

/** As many as are given at once, unless asked otherwise. */
export const missionsAPage = 64;

export function readMissionPage(query: Query): { first: number; end: number } {
  const size = query.findWhole('page_size', 1, 500) ?? missionsAPage;
  const first = (query.findWhole('page', 0, 1_000_000) ?? 0) * size;
  return { first, end: first + size };
}
