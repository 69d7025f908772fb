import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers take a cookie of such a name only from this very host, over TLS. */
const NAME = '__Host-gcscope';
/** Options of every cookie of this server. */
export const COOKIE_OPTIONS: CookieSerializeOptions = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'strict',
};

/** The id of the session that the browser sends; empty without one. */
export function sessionIdOf(request: FastifyRequest): string {
  return request.cookies[NAME] ?? '';
}

/** Makes the browser send this id from now on; without an id, the browser forgets the previous one. */
export function setSessionId(reply: FastifyReply, id: string | undefined): void {
  if (id === undefined) reply.clearCookie(NAME, COOKIE_OPTIONS);
  else reply.setCookie(NAME, id, COOKIE_OPTIONS);
}
