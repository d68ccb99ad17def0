/** What stands behind the whole number, by its thousandths. */
const fractions = Array.from({ length: 1000 }, (_, thousandths) => String(thousandths / 1000).slice(1));
const thousandthsMax = 2 ** 31;

/** What `JSON.stringify` writes; a number of at most three decimals, as measurements have, in a third of its time. */
export function shortDecimal(value: number): string {
  const size = Math.abs(value);
  const thousandths = Math.round(size * 1000);
  if (thousandths / 1000 !== size || thousandths > thousandthsMax) return JSON.stringify(value);
  const whole = Math.floor(thousandths / 1000);
  return `${value < 0 ? '-' : ''}${whole}${fractions[thousandths - whole * 1000]}`;
}
