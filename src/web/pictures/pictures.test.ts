import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { pageBackground as accentPaper } from '../../content/colours.ts';
import { loadSite } from '../../content/site.ts';
import { readConfig } from '../../platform/config.ts';
import { root } from '../../platform/root.ts';
import { hostsOf } from '../../site/hosts.ts';
import { AnswerPicture } from './answer-picture.tsx';
import { ServerPicture } from './server-picture.tsx';

const { hosts, sandbox } = hostsOf(readConfig({}));
const site = loadSite(join(root, 'content'), hosts, { sandbox });
const drawnSections = site.pages
  .flatMap((page) => site.sectionsOf(page))
  .flatMap((section) => (section.kind === 'endpoint' && section.endpoint.drawn_as ? [section] : []));

describe.each(drawnSections.map((section) => [section.file, section] as const))(
  'the picture of %s',
  (_, section) => {
    const drawnAs = section.endpoint.drawn_as!;
    const html = () =>
      renderToStaticMarkup(
        createElement(AnswerPicture, { drawnAs, drawn: section.drawn!, View: ServerPicture }),
      );

    test('is drawn on the server, named, described and tabulated', () => {
      const sentence = /role="img" aria-label="([^"]+)"/.exec(html())?.[1] ?? '';
      expect(sentence.length).toBeGreaterThan(20);
      expect(html()).toContain(`<strong>${drawnAs.name}</strong> ${sentence}`);
      expect(html()).toContain('<summary>View as table</summary>');
      expect(html()).not.toMatch(/NaN|undefined|Infinity/);
    });

    test('has no id, which a page could have twice, and no script', () => {
      expect(html()).not.toMatch(/\sid="|<script|\son\w+=/);
    });

    test('weighs at most 8 kB', () => {
      expect(brotliCompressSync(html()).length).toBeLessThan(8000);
    });
  },
);

test('endpoints of every kind of answer are drawn', () => {
  expect(drawnSections.length).toBeGreaterThanOrEqual(17);
  expect(drawnSections.filter(({ drawn }) => !drawn)).toEqual([]);
});

test('a sounding is a skew-T with its hodograph', () => {
  const rows = flightRows({
    fromMetres: 0,
    toMetres: 16_000,
    measure: (metres) => ({ speed_u: metres / 400 }),
  });
  const html = renderToStaticMarkup(
    createElement(ServerPicture, { picture: { kind: 'sounding', rows }, name: 'W-1' }),
  );
  for (const part of ['temperature', 'dew-point', 'parcel', 'dry', 'moist', 'mixing', 'hodograph', 'barbs'])
    expect(html).toContain(`drawn-${part}`);
});

test('rows that make no sounding are a sentence without a picture', () => {
  const html = renderToStaticMarkup(
    createElement(ServerPicture, { picture: { kind: 'sounding', rows: [] }, name: 'W-1' }),
  );
  expect(html).toContain('No usable observations.');
  expect(html).not.toContain('<svg');
});

describe('what pictures are drawn in', () => {
  const tokens = readFileSync(join(root, 'src/web/styles/tokens.css'), 'utf8');
  const coloursOf = (token: string) =>
    new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)!.slice(1) as [string, string];
  const paper = coloursOf('paper');

  test('the accent is checked on the same background', () => {
    expect(paper).toEqual([accentPaper.light, accentPaper.dark]);
  });

  test.each(['drawn-temperature', 'drawn-dew-point', 'drawn-rain', 'drawn-pressure', 'ink'])(
    '%s has a contrast of 3:1 against paper in both themes',
    (token) => {
      for (const [index, colour] of coloursOf(token).entries())
        expect(contrast(colour, paper[index]!)).toBeGreaterThanOrEqual(3);
    },
  );
});

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
