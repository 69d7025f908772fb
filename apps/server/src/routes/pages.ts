import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { nothingThere, RequestError } from '../base/errors.ts';
import { wantsPage } from './answer-problem.ts';
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
      // The build has written them beside the files.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(root, 'assets'));
        reply.header('cache-control', isHashed ? FOR_GOOD : 'no-cache');
      },
    });
  }
  const send = (reply: FastifyReply): FastifyReply => {
    if (root !== undefined) return reply.sendFile('index.html');
    throw new RequestError(
      503,
      'pages-not-built',
      'The pages of gcscope are not built.',
      'Run npm run build, then start gcscope again.',
    );
  };
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return send(reply);
    throw nothingThere();
  });
  return { send };
}
