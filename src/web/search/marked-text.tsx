/** A text with the words in it that matched the query. */
export function MarkedText({ text, terms }: { text: string; terms: string[] }) {
  if (terms.length === 0) return text;
  return text.split(patternOf(terms)).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no order but their own
      <mark key={index} className="search-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** The index has cut off the plural. */
function patternOf(terms: string[]): RegExp {
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${longestFirst.map(escaped).join('|')})s?)`, 'giu');
}

const escaped = (term: string) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
