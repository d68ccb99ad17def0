import { expect, test } from 'vitest';
import { type Grammar, highlight, linkParameters } from './highlight.ts';

const grammars: Grammar[] = ['bash', 'python', 'java', 'ruby', 'json', 'yaml', 'text'];

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Returns each highlighted word with its kind. Nested ones follow the outer one. */
function coloured(text: string, grammar: Grammar): string[] {
  const html = highlight(text, grammar);
  return [...html.matchAll(/<span class="code-(\w+)">(?=((?:<span[^>]*>[^<]*<\/span>|[^<])*))/g)].map(
    ([, kind, inside]) => `${kind}: ${plain(inside!)}`,
  );
}

test.each(grammars)('%s: a tag in the code stays text', (grammar) => {
  const html = highlight('"</code><img src=x onerror=alert(1)>" & more', grammar);
  expect(html).not.toMatch(/<img|<\/code/);
  expect(html).toContain('&lt;');
});

test.each(grammars)('%s: nothing of the text is lost', (grammar) => {
  const text = 'a: "b" # it\'s 12 $x {"c": -1.5e3} if (d.Ef(1)) /* g */ "open\n<<X\n';
  expect(plain(highlight(text, grammar))).toBe(text);
});

test.each([
  ['bash', '$()'],
  ['ruby', '#{}'],
] as const)('%s: a string that never ends is read once, whatever is put into it', (grammar, insert) => {
  const text = `"${insert.repeat(5000)}`;
  expect(plain(highlight(text, grammar))).toBe(text);
});

test('bash: the command, its options, and variables in strings too', () => {
  expect(coloured('run=$(curl -sS "$HOST/a" \\\n  json | sort) # newest', 'bash')).toEqual([
    'property: run',
    'function: curl',
    'property: -sS',
    'string: "$HOST/a"',
    'property: $HOST',
    'function: sort',
    'comment: # newest',
  ]);
});

test('bash: a here-document is one string', () => {
  expect(coloured("cat > a.py <<'END'\nimport os\nEND\nls a.py", 'bash')).toEqual([
    'function: cat',
    "string: <<'END'\nimport os\nEND",
    'function: ls',
  ]);
});

test('python: keywords, calls, argument names, values', () => {
  expect(coloured('from a import B\nx = get(f"{y}", timeout=60) == None  # z', 'python')).toEqual([
    'keyword: from',
    'keyword: import',
    'function: B',
    'function: get',
    'string: f"{y}"',
    'property: timeout',
    'number: 60',
    'number: None',
    'comment: # z',
  ]);
});

test('java: classes, calls and strings with quotes in them', () => {
  expect(coloured('var a = Pattern.compile("\\"b\\": 1"); // c', 'java')).toEqual([
    'keyword: var',
    'function: Pattern',
    'function: compile',
    'string: "\\"b\\": 1"',
    'comment: // c',
  ]);
});

test('ruby: a string includes quotes inside an interpolation', () => {
  expect(coloured('puts "#{page["rows"].size} rows", use: :b if nil', 'ruby')).toEqual([
    'string: "#{page["rows"].size} rows"',
    'property: #{page["rows"].size}',
    'property: use:',
    'number: :b',
    'keyword: if',
    'number: nil',
  ]);
});

test('json: names, strings and values', () => {
  expect(coloured('{"a": "b", "c": [-64.0, null, 1e3]}', 'json')).toEqual([
    'property: "a"',
    'string: "b"',
    'property: "c"',
    'number: -64.0',
    'number: null',
    'number: 1e3',
  ]);
});

test('yaml: names, also in a list', () => {
  expect(coloured('- a: 1 # b\n  c: "d"', 'yaml')).toEqual([
    'property: a',
    'number: 1',
    'comment: # b',
    'property: c',
    'string: "d"',
  ]);
});

const links = new Map([
  ['time', 'grid-input-time'],
  ['forecast_hour', 'grid-input-forecast-hour'],
]);
const linked = (html: string) =>
  [...linkParameters(html, links).matchAll(/href="#([^"]+)"/g)].map(([, to]) => to);

test.each([
  ['bash', 'curl -G "http://localhost/grid" -d time=2026 -d "forecast_hour=$hour"'],
  ['python', 'params={"time": now, "forecast_hour": 24}'],
  ['ruby', 'URI.encode_www_form(time: now, forecast_hour: 24)'],
  ['java', 'var url = "http://localhost/grid?time=" + time + "&forecast_hour=24";'],
] as const)('%s: each parameter leads to its description where it is given a value', (grammar, text) => {
  expect(linked(highlight(text, grammar))).toEqual(['grid-input-time', 'grid-input-forecast-hour']);
});

test('other words with the same name are not linked', () => {
  for (const text of ['import time', 'row["time"]', 'datetime=1', 'time == 1'])
    expect(linked(highlight(text, 'python'))).toEqual([]);
  expect(linkParameters('<span class="time">x</span>', links)).toBe('<span class="time">x</span>');
});
