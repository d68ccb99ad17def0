import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawWindPicture } from './picture.ts';

const timeMs = Date.UTC(2026, 10, 15, 4, 20);
const picture = drawWindPicture(timeMs);

describe('the picture of today', () => {
  it('is light: at most 25 kB, 9 kB compressed', () => {
    expect(picture.length).toBeLessThan(25_000);
    expect(gzipSync(picture).length).toBeLessThan(9000);
  });

  it('takes its colours from the page and needs nothing else', () => {
    const strokes = [...picture.matchAll(/ stroke="([^"]*)"/g)].map(([, colour]) => colour);
    expect(new Set(strokes)).toEqual(new Set(['currentColor', 'var(--line)', 'var(--accent)']));
    expect(picture).not.toMatch(/<script| id=| on\w+=|href|style=|NaN|undefined/);
    expect(picture).toContain('aria-hidden="true"');
  });

  it('is the same for a whole hour and another the next', () => {
    expect(drawWindPicture(timeMs + 30 * 60_000)).toBe(picture);
    expect(drawWindPicture(timeMs + 60 * 60_000)).not.toBe(picture);
  });
});
