import { expect, test } from 'vitest';
import type { Guide, Section } from './contract.ts';
import { anchorsBySection, headingsOf } from './outline.ts';

const guide = (title: string): Section => ({
  kind: 'guide',
  file: 'x.yaml',
  guide: { title, description: 'x' } satisfies Guide,
});

test('every heading has its own anchor, even if two have the same title', () => {
  expect(headingsOf([guide('Basic auth'), guide('Example'), guide('Example')])).toEqual([
    { title: 'Basic auth', anchor: 'basic-auth' },
    { title: 'Example', anchor: 'example' },
    { title: 'Example', anchor: 'example-2' },
  ]);
});

test('the sections get the anchors of their own headings', () => {
  expect(anchorsBySection([guide('A'), guide('Chapters'), guide('B')])).toEqual([['a'], ['chapters'], ['b']]);
});
