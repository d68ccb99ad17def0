import type { FastifyRequest } from 'fastify';

/** Every value of a header as it came: where Node joins a repeated header or keeps the first, this tells them apart. */
export function headerValues(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw;
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === name.length && rawHeaders[index]!.toLowerCase() === name)
      values.push(rawHeaders[index + 1]!);
  }
  return values;
}
