import fc from 'fast-check';
import { hostileText, often } from './hostile-text.ts';
import { disturbed, spelled } from './query.ts';

/** Returns the path with random parameters, and sometimes with an odd spelling or a query. */
export function targetOf(path: string): fc.Arbitrary<string> {
  const values = (path.match(openPlace) ?? []).map((name) =>
    fc.oneof(fc.constant(placeholderFor(name)), spelled(hostileText)),
  );
  const query = often('', disturbed(fc.constant([['reset_password_token', '{{reset_token}}']])));
  return fc
    .tuple(
      fc.tuple(...values),
      often((text: string) => text, pathTrick),
      query,
    )
    .map(([given, trick, more]) => {
      let index = 0;
      return trick(filled(path, () => given[index++]!)) + more;
    });
}

const openPlace = /:\w+|\*/g;
export const filled = (path: string, fill: (name: string) => string) => path.replaceAll(openPlace, fill);

const pathTrick = fc.constantFrom<((path: string) => string)[]>(
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `/.${path}`,
  (path) => `${path}/../${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '%2F'),
  (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}%00`,
  (path) => `${path};x=1`,
  (path) => `${path}.md`,
  (path) => `${path}#x`,
  (path) => `http://evil.example${path}`,
  (path) => path.slice(1),
  (path) => `${path}\\..\\x`,
);

const placeholders: Record<string, string> = {
  ':id': '{{key_id}}',
  ':kind': 'endpoints',
  ':file': 'points.yaml',
  ':name': 'topography',
  ':variable': 'temperature_2m',
  '*': 'x',
};
export const placeholderFor = (name: string) => placeholders[name] ?? 'x';
