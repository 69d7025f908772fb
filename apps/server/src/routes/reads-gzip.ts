import type { FastifyRequest } from 'fastify';

/** Whether the sender can read an answer that is compressed with gzip. */
export function readsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''));
}
