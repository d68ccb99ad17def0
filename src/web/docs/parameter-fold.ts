import type { Parameter } from '../../content/contract.ts';
import { collapse } from '../ui/collapse.ts';
import { parameterHeightPx } from './heights.ts';

/** Of all of them, also those within others, in the order in which they stand on the page. */
export const namesOf = (parameters: Parameter[]): string[] =>
  parameters.flatMap(({ name, arrayItems = [] }) => [name, ...namesOf(arrayItems)]);

/** How many of them fit into the height of a table. */
export function shownCount(parameters: Parameter[]): number {
  let heightPx = 0;
  let count = 0;
  for (const parameter of inOrder(parameters)) {
    heightPx += parameterHeightPx(parameter);
    if (heightPx > collapse.table.limitPx && count > 0) return count;
    count += 1;
  }
  return count;
}

const inOrder = (parameters: Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) => [parameter, ...inOrder(parameter.arrayItems ?? [])]);
