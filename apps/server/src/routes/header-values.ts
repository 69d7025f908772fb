import type { FastifyRequest } from 'fastify';

/** All values of a header, as sent; Node keeps only the first value of some headers, and joins those of others. `name` is in lower case. */
export function headerValues(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw;
  const values: string[] = [];
  for (let at = 0; at + 1 < (rawHeaders?.length ?? 0); at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}
