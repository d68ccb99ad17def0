import { describe, expect, test } from 'vitest';
import { anchorsOf, isSafeHref, parseInline, parseProse, plainText } from './prose.ts';

describe('paragraphs and lists', () => {
  test('a blank line ends a paragraph, a line break does not', () => {
    expect(
      parseProse('One\nline.\n\nAnother.').map(
        (block) => block.kind === 'paragraph' && plainText(block.content),
      ),
    ).toEqual(['One line.', 'Another.']);
  });

  test('a list may follow a line directly, and an item may continue on the next line', () => {
    const [introduction, list] = parseProse('Three cups:\n- tea\n- milk\n  and honey\n- lemon');
    expect(introduction).toEqual({ kind: 'paragraph', content: [{ kind: 'text', text: 'Three cups:' }] });
    expect(list?.kind === 'list' && list.items.map(plainText)).toEqual(['tea', 'milk and honey', 'lemon']);
  });

  test('numbered items make an ordered list', () => {
    expect(parseProse('1. boil\n2. pour')).toMatchObject([{ kind: 'list', ordered: true, items: [{}, {}] }]);
  });
});

describe('marks inside a line', () => {
  test('code keeps what it holds, markup included', () => {
    expect(parseInline('Send `**a** <b>` now')).toEqual([
      { kind: 'text', text: 'Send ' },
      { kind: 'code', text: '**a** <b>' },
      { kind: 'text', text: ' now' },
    ]);
  });

  test('bold and links may hold each other', () => {
    expect(parseInline('[**tea**](/docs)')).toEqual([
      { kind: 'link', href: '/docs', content: [{ kind: 'bold', content: [{ kind: 'text', text: 'tea' }] }] },
    ]);
  });

  test('an unsafe link stays text', () => {
    const text = '[tea](javascript:alert(1))';
    expect(plainText(parseInline(text))).toBe(text);
    expect(parseInline(text).every((part) => part.kind === 'text')).toBe(true);
  });
});

test('only the web, mail addresses and this site are safe to link to', () => {
  const yes = ['https://a.example', 'http://a.example', 'mailto:a@b.example', '/docs', '#top', '/'];
  const no = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'docs',
    '',
  ];
  expect(yes.filter(isSafeHref)).toEqual(yes);
  expect(no.filter(isSafeHref)).toEqual([]);
});

test('every heading of a page has an anchor of its own', () => {
  expect(anchorsOf(['Get tea', 'Get tea', 'Über & Out!', '???', '???'])).toEqual([
    'get-tea',
    'get-tea-2',
    'über-out',
    'section',
    'section-2',
  ]);
});
