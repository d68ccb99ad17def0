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

/** A header that is sent twice says nothing. */
export function onlyValue(request: IncomingMessage, name: string): string | undefined {
  const [value, ...more] = headerValues(request, name);
  return more.length === 0 ? value : undefined;
}
