/** The longest choice of items, in their order, whose values fall from each to the next. */
export function keepFalling<Item>(items: readonly Item[], value: (item: Item) => number): Item[] {
  /** The places where the best choices of one, two, three… items end; their values fall too. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, item] of items.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value(items[ends[middle]!]!) > value(item)) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = index;
  }
  const kept: Item[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) kept.push(items[index]!);
  return kept.reverse();
}
