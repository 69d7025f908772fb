import type { ApiStatus } from '../../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { type AnswerBrief, type AskedRequest, answerBrief } from './answer-brief.ts';

/** The outcome of a request of `requests-decoding.jsonl`: also the content that was stored, and the warnings. */
export interface ContentBrief extends AnswerBrief {
  readonly content?: unknown;
  readonly warnings?: readonly string[];
}

/** Other kinds get defaults that our server does not know. */
const WITHOUT_DEFAULTS: ReadonlySet<string> = new Set(['ConfigMap', 'Secret', 'Widget']);

/** The outcome of a request that was answered at `now`. */
export function contentBrief(
  request: AskedRequest,
  code: number,
  body: ApiObject | ApiStatus,
  warnings: readonly string[],
  now: number,
): ContentBrief {
  const { apiVersion: _version, kind, metadata: _metadata, ...content } = body;
  return {
    ...answerBrief(request, code, body, now),
    ...(WITHOUT_DEFAULTS.has(kind) ? { content } : {}),
    ...(warnings.length === 0 ? {} : { warnings: warnings.toSorted() }),
  };
}

/** The texts of `Warning` headers, as they come joined. */
export function warningTexts(header: string = ''): readonly string[] {
  return [...header.matchAll(/299 - (?<text>"(?:[^"\\]|\\.)*")/g)].map((match) =>
    JSON.parse(match.groups?.text ?? '""'),
  );
}
