import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';

/**
 * Words that this project once used with a private meaning or in several spellings. The list has only words with a
 * plain replacement everywhere, so that it never makes a good sentence worse.
 */
const replacedWords: [RegExp, string][] = [
  [/\be-mails?\b/i, 'email'],
  [/\bclient id\b/, 'client ID'],
  [/\bwhoever\b/i, 'name the actor'],
  [/\bof yours\b/i, 'your'],
  [/\bstrangers?\b/i, 'untrusted input, an unknown client, another person'],
  [/\b(?:goes|go|went|going) on (?:\w+ing|until|as|with)\b/i, 'keeps, continues'],
  [/\b(?:is|are|was|were) told\b/i, 'is notified, is logged, learns'],
  [/\btellings?\b/i, 'caption, picture text'],
  [/\b(?:knock|goodbye|newcomer)s?\b/i, 'the industry word for it'],
];

/** The search must find the old spelling, because visitors type it. */
const isSynonym = (line: string) => /^\s+- words: \[|^\s+\['e-mail', '\/docs/.test(line);

/** Comments that open with these words have no subject. Only the first of several `//` lines opens a comment. */
const commentWithoutSubject =
  /(?:^[ \t]*\/\*\*\s+(?:\*\s+)?|(?<!^[ \t]*\/\/.*\n)^[ \t]*\/\/ )(?:Of|Beside|Behind|Whose|Whoever|Told|Asked|Stands|Wanted|Known)\b.*/gm;

const namesInCode: [RegExp, string][] = [
  [/\b(?:const|let) [A-Z][A-Z0-9_]+\b/, 'constants are camelCase'],
  [
    /\b(?:const|let|readonly) [a-z]\w*(?:Max|Min|Most|Least)\b(?! = (?:async )?\()/,
    'max… and min… come first',
  ],
  [/^\s*it(?:\.\w+)*\(/, 'tests use test()'],
];

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(?:src|test|bench|tools|content|docs|[A-Z]+\.md$)/.test(file))
  .filter((file) => /\.(?:tsx?|mjs|css|ya?ml|md|sql)$/.test(file) && !file.endsWith('wording.test.ts'));

const isCode = (file: string) => /\.(?:tsx?|mjs)$/.test(file);

function* linesOf(file: string): Generator<{ where: string; line: string }> {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) yield { where: `${file}:${index + 1}`, line };
}

const matches = (among: string[], rules: [RegExp, string][]) =>
  among.flatMap((file) =>
    [...linesOf(file)].flatMap(({ where, line }) =>
      rules.flatMap(([pattern, plain]) => {
        const found = isSynonym(line) ? undefined : pattern.exec(line)?.[0];
        return found ? [`${where}: "${found.trim()}" → ${plain}`] : [];
      }),
    ),
  );

test('every text uses the plain word', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(matches(files, replacedWords)).toEqual([]);
});

test('names follow one convention', () => {
  expect(matches(files.filter(isCode), namesInCode)).toEqual([]);
});

test('comments open with a subject', () => {
  const offending = files.filter(isCode).flatMap((file) => {
    const comments = readFileSync(join(root, file), 'utf8').match(commentWithoutSubject) ?? [];
    return comments.map((comment) => `${file}: ${comment.trim()}`);
  });
  expect(offending).toEqual([]);
});
