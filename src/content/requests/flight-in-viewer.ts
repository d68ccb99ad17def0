import { pages } from '../../urls.ts';

/** The viewer with all balloons, with one of them by its name or id, or with a leg of its flight. */
export function flightInViewer(mission?: string, leg?: number): string {
  const query = new URLSearchParams({ ...(mission && { mission }), ...(leg && { leg: String(leg) }) });
  return query.size === 0 ? pages.dataViewer : `${pages.dataViewer}?${query}`;
}
