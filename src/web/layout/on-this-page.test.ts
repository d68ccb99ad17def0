import { expect, test } from 'vitest';
import { activeHeading } from './on-this-page.tsx';

const page = { windowPx: 800, pagePx: 3000, jumpPx: 96 };

test('the first heading is active before any has been reached', () => {
  expect(activeHeading({ ...page, topsPx: [300, 900, 1500], scrolledPx: 0 })).toBe(0);
});

test('a heading becomes active 100 px below the top of the window', () => {
  expect(activeHeading({ ...page, topsPx: [-500, 101, 700], scrolledPx: 800 })).toBe(0);
  expect(activeHeading({ ...page, topsPx: [-501, 100, 699], scrolledPx: 801 })).toBe(1);
});

test('a heading that a link has just put below the bars of a phone is active', () => {
  expect(activeHeading({ ...page, topsPx: [-500, 117.4, 700], scrolledPx: 800, jumpPx: 117 })).toBe(1);
  expect(activeHeading({ ...page, topsPx: [-500, 119, 700], scrolledPx: 798, jumpPx: 117 })).toBe(0);
});

test('the last heading is active at the end of the page, even if it never reaches the top', () => {
  expect(activeHeading({ ...page, topsPx: [-1900, -1300, 500], scrolledPx: 2200 })).toBe(2);
});

test('a page that does not scroll is at its beginning, not at its end', () => {
  expect(activeHeading({ topsPx: [200, 400], scrolledPx: 0, windowPx: 800, pagePx: 800, jumpPx: 96 })).toBe(
    0,
  );
});
