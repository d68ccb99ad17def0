/** Reads the dimensions, typed variables and attributes of an `ncdump -h` header, without sizes and values. */
export function headerDifferences(shown: string, real: string): string[] {
  const [one, other] = [declarationsIn(shown), declarationsIn(real)];
  return [
    ...[...one.difference(other)].map((name) => `${name} is shown and does not exist`),
    ...[...other.difference(one)].map((name) => `${name} exists and is not shown`),
  ];
}

function declarationsIn(header: string): Set<string> {
  return new Set(
    header
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.endsWith(';'))
      .map((line) => line.replace(/ =.*| ;$/, '')),
  );
}
