import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../errors.ts';
import type { Api } from './api.ts';

/** Names with a hash of their content in them never change. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** The built pages: their files, and the one document behind every address that a browser may open. */
export interface Pages {
  /** Answers with the page, which reads the address itself. */
  send(reply: FastifyReply): FastifyReply;
}

/** Serves the pages of `folder`; without it every page says how to get them. */
export async function addPages(app: Api, folder: string | undefined): Promise<Pages> {
  const root = folder !== undefined && existsSync(join(folder, 'index.html')) ? folder : undefined;
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(root, 'assets'));
        reply.header('cache-control', isHashed ? FOR_GOOD : 'no-cache');
      },
    });
  }
  const send = (reply: FastifyReply): FastifyReply =>
    root === undefined
      ? reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The pages are not built: run `npm run build`, then start gcscope again.\n')
      : reply.sendFile('index.html');
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return send(reply);
    throw new RequestError(404, 'not-found', 'There is nothing at this address.');
  });
  return { send };
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const wantsPage = headers.accept?.includes('text/html') ?? false;
  return reads && wantsPage && !/^\/(api|debug|assets)\//.test(url);
}
