import type { ApiStatus } from '../../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { type AnswerBrief, type AskedRequest, answerBrief } from './answer-brief.ts';

/** Of an answer to a request of `requests-decoding.json`: also what was read of the content, and the warnings. */
export interface ContentBrief extends AnswerBrief {
  readonly content?: unknown;
  readonly warnings?: readonly string[];
}

/** Other kinds get defaults that nobody here knows. */
const WITHOUT_DEFAULTS: ReadonlySet<string> = new Set(['ConfigMap', 'Secret', 'Widget']);

/** The comparable part of an answer that came at `now` to the request. */
export function contentBrief(
  request: AskedRequest,
  code: number,
  body: ApiObject | ApiStatus,
  warnings: readonly string[],
  now: number,
): ContentBrief {
  const brief = answerBrief(request, code, body, now);
  const { apiVersion: _version, kind, metadata: _metadata, ...content } = body;
  return {
    ...brief,
    ...(brief.message === undefined ? {} : { message: masked(brief.message) }),
    ...(WITHOUT_DEFAULTS.has(kind) ? { content } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** A stored object is told whole where a patch has made something else of it. */
function masked(message: string): string {
  return message.replace(/is missing in '\{.*"uid":.*\}'/, "is missing in '…'");
}

/** The texts of `Warning` headers, as they come joined. */
export function warningTexts(header: string = ''): readonly string[] {
  return [...header.matchAll(/299 - (?<text>"(?:[^"\\]|\\.)*")/g)].map((match) =>
    JSON.parse(match.groups?.['text'] ?? '""'),
  );
}
