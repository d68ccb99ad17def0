import type { IncomingMessage } from 'node:http';

/** Every value of a header as it came: where Node joins a repeated header or keeps the first, this tells them apart. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === name.length && rawHeaders[index]!.toLowerCase() === name)
      values.push(rawHeaders[index + 1]!);
  }
  return values;
}
