import type { PictureTable } from './table.ts';

/** As spreadsheets read it. */
export function csvOf({ columns, rows }: PictureTable): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
