/** Of two releases like 1.4.0, by number and not by letter. */
export function isOlderRelease(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((release) => release.split('.').map(Number));
  for (const [place, number] of ours!.entries()) {
    const difference = number - (theirs![place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
