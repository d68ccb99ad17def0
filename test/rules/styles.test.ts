import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { sourceFiles } from '../helpers/source-files.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const components = sourceFiles().filter((file) => file.startsWith('src/web/'));
const stylesheets = globSync('src/web/**/*.css', { cwd: root });

const styled = new Set(stylesheets.flatMap((file) => classesIn(read(file))));
/** The document itself has one element with a style: the message that the app can't start. */
const source = [...components, 'src/site/document.ts'].map(read).join('\n');

test('the rules below find classes', () => {
  expect(styled.size).toBeGreaterThan(200);
  expect(styled).toContain('dialog-popup');
  expect(styled).not.toContain('5s');
});

test('every class in a component has a style', () => {
  const named = components.flatMap((file) =>
    [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(' ').map((name) => `${file}: ${name}`),
    ),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((line) => !styled.has(line.split(': ')[1]!))).toEqual([]);
});

test('every styled class is used by a component', () => {
  const isNamed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source);
  /** These class names are built from a tone, a variant, a verdict or a kind of token. */
  const isMade = (name: string) =>
    /^(badge|button|drawn-of|drawn-layer)-|^usage-(allowed|refused|over-quota)$|^code-(comment|string|number|keyword|function|property)$/.test(
      name,
    );
  expect([...styled].filter((name) => !isNamed(name) && !isMade(name))).toEqual([]);
});

/** Reads selectors only, because declarations contain dots too. The highlighter creates the classes in `.token`. */
function classesIn(css: string): string[] {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '');
  return [...bare.matchAll(/([^{};]+)\{/g)].flatMap(([, selector = '']) =>
    /^\s*(@|\.token:)/.test(selector)
      ? []
      : [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
  );
}
