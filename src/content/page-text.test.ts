import { expect, test } from 'vitest';
import type { Access, SiteSummary } from './contract.ts';
import { accessOf } from './page-text.ts';

const page = (path: string) => ({ path, title: path, description: 'x', sections: [] });
const endpoint = (on: string, access: Access) => ({ title: 'x', path: '/x', page: on, access });
const site = {
  endpoints: [endpoint('/docs/tea/green', 'free'), endpoint('/docs/tea/black', 'all_access')],
  navigation: [
    { title: 'Tea', icon: 'rocket', pages: ['/docs/tea', '/docs/tea/green', '/docs/tea/black'].map(page) },
    { title: 'Pots', icon: 'rocket', pages: [page('/docs/pots')] },
  ],
} as unknown as SiteSummary;
const card = (href: string, access?: Access[]) => ({ href, title: 'x', description: 'x', access });

test('a card names the keys that open its page, or the pages of its chapter', () => {
  expect(accessOf(card('/docs/tea/green#steep'), site)).toEqual(['free']);
  expect(accessOf(card('/docs/tea/black'), site)).toEqual(['all_access']);
  expect(accessOf(card('/docs/tea'), site)).toEqual(['free', 'all_access']);
  expect(accessOf(card('/docs/pots'), site)).toEqual([]);
  expect(accessOf(card('/docs/pots', ['free']), site)).toEqual(['free']);
});
