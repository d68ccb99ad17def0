/** The word that was probably meant, if any is near enough to ask. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const distanceMax = Math.max(1, Math.floor(word.length / 3));
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= distanceMax)
    .sort((one, other) => one.distance - other.distance);
  return best?.candidate;
}

/** `, did you mean …?` for the end of a sentence, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known);
  return nearest === undefined ? '' : `, did you mean \`${nearest}\`?`;
}

/** How many letters must be added, dropped, changed or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
