import type { FastifyRequest } from 'fastify';
import { RequestError } from '../base/errors.ts';
import type { Access } from '../sharing/view.ts';
import { wantsPage } from './answer-problem.ts';
import type { Api } from './api.ts';
import { isPicture } from './pictures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The objects that the sender may see. */
    access: Access;
  }
}

/** Finds out what the sender of a request sees. Rejects with `RequestError` when that is nothing. */
export type Gate = (request: FastifyRequest) => Promise<Access>;

/** Routes that tell nothing about the cluster: the pages, how to sign in, and whether the program runs. */
const OPEN = new Set([
  '/*',
  '/livez',
  '/readyz',
  '/healthz',
  '/api/v1/session',
  '/sign-in/oidc',
  '/sign-in/oidc/callback',
]);

/** Without sign-in, all people see the same. */
export function addOpenAccess(app: Api, access: Access): void {
  app.decorateRequest('access');
  app.addHook('onRequest', (request, _reply, done) => {
    request.access = access;
    done();
  });
}

/** An answer about the cluster is for one person: no cache may give it to others. */
export function addGatedAccess(app: Api, gate: Gate): void {
  app.decorateRequest('access');
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request)) return undefined;
    try {
      request.access = await gate(request);
      return undefined;
    } catch (error) {
      // A person who opens a picture signs in, and gets the picture.
      const isUnknown = error instanceof RequestError && error.problem.status === 401;
      if (!isUnknown || !wantsPage(request)) throw error;
      return reply.redirect(`/sign-in?to=${encodeURIComponent(request.url)}`, 303);
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (isOpen(request)) return;
    const said = reply.getHeader('cache-control');
    reply.header('cache-control', said === undefined ? 'private, no-store' : `private, ${said}`);
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'cookie' : `${vary}, cookie`);
  });
}

function isOpen(request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  // An address without a route: the page that says so.
  if (request.is404 || url === undefined || OPEN.has(url)) return true;
  return url === '/o/:object' && !isPicture(request.params);
}
