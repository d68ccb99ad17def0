import { expect, test } from 'vitest';
import { promptLink } from './open-in-menu.tsx';

test('the prompt link names the page', () => {
  const link = new URL(
    promptLink('https://assistant.example/new?q={prompt}', 'https://portal.example/docs.md'),
  );
  expect(link.searchParams.get('q')).toContain('https://portal.example/docs.md');
});
