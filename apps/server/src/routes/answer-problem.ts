import type { Millis, Problem } from '@gcscope/gc-core/wire';
import { escapeText, type Palette, palette } from '@gcscope/picture';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { problemOf, RequestError } from '../base/errors.ts';
import type { Api } from './api.ts';
import { SELF_CONTAINED_POLICY } from './security-headers.ts';

/** Addresses for programs: a person who opens one wants to see the same answer. */
const DATA = /^\/(api|debug|assets)\//;

/** So long after a line the next one of the same key waits. */
const PAUSE: Millis = 60_000;

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
export function addProblemAnswers(app: Api, home: () => string, clock: Clock): void {
  const refusals = new RareLines(clock);
  app.setErrorHandler((error, request, reply: FastifyReply) => {
    const problem = problemOf(error);
    if (problem.status >= 500) {
      // A refusal is no fault of the program, and a refused client may send a thousand requests a second.
      const times = error instanceof RequestError ? refusals.due(problem.code) : 1;
      if (times !== undefined) request.log.error({ err: error, times }, 'a request failed');
    }
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

/** Decides which of many like events get a line in the log: who causes them on purpose must not fill the disk. */
class RareLines {
  readonly #clock: Clock;
  readonly #last = new Map<string, { at: Millis; unsaid: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many events the line that is due stands for; `undefined` when it is too soon for one. Keys are few and our own. */
  due(key: string): number | undefined {
    const now = this.#clock.now();
    const last = this.#last.get(key);
    if (last && Math.abs(now - last.at) < PAUSE) {
      last.unsaid++;
      return undefined;
    }
    this.#last.set(key, { at: now, unsaid: 0 });
    return (last?.unsaid ?? 0) + 1;
  }
}

const light = palette('light');
const dark = palette('dark');

const STYLE = [
  'main{max-width:460px;margin:0 auto;padding:30vh 24px 24px;text-align:center;overflow-wrap:anywhere}',
  "body{margin:0;font:13px/20px 'Inter Variable',system-ui,sans-serif}h1{margin:0 0 12px;font-size:17px}",
  'p{margin:0 0 12px}a{display:inline-block;padding:3px 10px;border:1px solid;border-radius:6px;text-decoration:none}',
  coloursOf(light),
  `@media(prefers-color-scheme:dark){${coloursOf(dark)}}`,
].join('');

/**
 * A problem as a page that needs no other file, so that a person can read any refusal: also to one
 * whose browser may not load the application, because the host name is not served.
 * `home`: the address of the application.
 */
function problemPage({ title, detail }: Problem, home: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeText(title)}</h1>
${detail === undefined ? '' : `<p>${escapeText(detail)}</p>\n`}<p><a href="${escapeText(home)}/">Show the whole cluster</a></p>
</main>
</html>
`;
}

function coloursOf({ background, text, muted, accent }: Palette): string {
  return `body{background:${background};color:${muted}}h1{color:${text}}a{color:${accent}}`;
}
