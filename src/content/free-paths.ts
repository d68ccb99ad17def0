/**
 * A segment that can stand for a parameter of a free path. Servers decode and normalize none of these characters, so
 * that no other path can look like a free one.
 */
const segment = String.raw`(?!\.\.?(?:/|$))[\w.~,:@-]+`;

const isOpen = (part: string) => part.includes('{');

/** Decides whether a raw request path is one of the free ones. Everything except parameters is compared letter for letter. */
export function freePathMatcher(freePaths: string[]): (path: string) => boolean {
  const exact = new Set(freePaths.filter((path) => !isOpen(path)));
  const patterns = freePaths.filter(isOpen).map((path) => patternOf(path));
  return (path) => exact.has(path) || patterns.some((pattern) => pattern.test(path));
}

/** It takes linear time, because no parameter matches a slash. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((text) => RegExp.escape(text));
  return new RegExp(`^${parts.join(segment)}$`);
}

/** Whether a call of the other documented path could match the free one. */
export function canMatch(freePath: string, other: string): boolean {
  const [free, parts] = [freePath.split('/'), other.split('/')];
  return (
    free.length === parts.length &&
    free.every((part, index) => {
      const its = parts[index] ?? '';
      return isOpen(part) || (isOpen(its) ? patternOf(its).test(part) : its === part);
    })
  );
}

/** Whether a value can stand in a free path. */
export const isFreeSegment = (value: string) => new RegExp(`^${segment}$`).test(value);
