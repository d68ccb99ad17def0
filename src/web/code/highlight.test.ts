import { expect, test } from 'vitest';
import type { Grammar } from './grammar.ts';
import { highlight } from './prism.ts';

const grammars: Grammar[] = ['bash', 'python', 'java', 'ruby', 'json', 'yaml', 'text'];

test.each(grammars)('%s: a tag in the code stays text', (grammar) => {
  const html = highlight('"</code><img src=x onerror=alert(1)>" & more', grammar);
  expect(html).not.toMatch(/<img|<\/code/);
  expect(html).toContain('&lt;');
});

test.each(grammars.filter((grammar) => grammar !== 'text'))('%s is highlighted', (grammar) => {
  expect(highlight('"a": "b" # 12', grammar)).toContain('class="token');
});
