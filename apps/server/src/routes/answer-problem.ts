import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '../errors.ts';
import type { Api } from './api.ts';
import { problemPage } from './problem-page.ts';
import { SELF_CONTAINED_POLICY } from './security-headers.ts';

/** What only programs ask for; a person who opens such an address wants to see what they get. */
const DATA = /^\/(api|debug|assets)\//;

/** Whether a person's browser asks, for something to be read by people. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const asksForPage = headers.accept?.includes('text/html') ?? false;
  return reads && asksForPage && !DATA.test(url);
}

/**
 * Answers every failed request with its problem: to a program as a problem document, to a person as a page.
 * `home`: the address of the application.
 */
export function addProblemAnswers(app: Api, home: () => string): void {
  app.setErrorHandler((error, request, reply: FastifyReply) => {
    const problem = problemOf(error);
    if (problem.status >= 500) request.log.error({ err: error }, 'a request failed');
    reply.code(problem.status);
    if (wantsPage(request)) {
      return reply
        .header('content-security-policy', SELF_CONTAINED_POLICY)
        .type('text/html; charset=utf-8')
        .send(problemPage(problem, home()));
    }
    return reply
      .type('application/problem+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(problem);
  });
}
