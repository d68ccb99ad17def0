/** A text with the words in it that matched the query. */
export function MarkedText({ text, pattern }: { text: string; pattern: RegExp }) {
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text has no name but its place
      <mark key={index} className="search-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** The index has cut off the plural. */
export function patternOf(terms: string[]): RegExp {
  if (terms.length === 0) return /(?!)/;
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${longestFirst.map(escaped).join('|')})s?)`, 'giu');
}

const escaped = (term: string) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
