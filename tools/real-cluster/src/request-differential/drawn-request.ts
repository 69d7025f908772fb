import type { AskedKind, Json } from './asked-kinds.ts';

/** What is asked: each of them has to occur in a run. */
export const TOPICS = [
  'create',
  'put of the manifest',
  'put of what is stored',
  'merge patch',
  'strategic merge patch',
  'JSON patch',
  'status',
  'delete',
  'delete collection',
] as const;
export type Topic = (typeof TOPICS)[number];

/** An object of a sequence. */
export interface DrawnObject {
  readonly kind: AskedKind;
  /** Its path in the first version of the kind. */
  readonly path: string;
}

/**
 * A request that both sides get. Texts in it may hold `{uid:0}`, `{old-uid:0}`, `{version:0}` or `{old-version:0}` of an
 * object by number: each side knows its own.
 */
export interface DrawnRequest {
  readonly topic: Topic;
  /** Number of the object that is looked at afterwards. */
  readonly object: number;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the query. */
  readonly path: string;
  readonly contentType?: string;
  /** Absent: without a body. */
  readonly body?: unknown;
  /** The body is a merge patch of what is stored, which is then sent as a whole. */
  readonly isOfStored?: boolean;
}

/** Requests that are sent one after the other, in a namespace of their own. */
export interface RequestSequence {
  readonly seed: number;
  readonly namespace: string;
  readonly objects: readonly DrawnObject[];
  readonly requests: readonly DrawnRequest[];
}

/** A JSON value with every text in it replaced. */
export function withTexts(value: unknown, replaced: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replaced(value);
  if (Array.isArray(value)) return value.map((item: unknown) => withTexts(item, replaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Json).map(([key, part]) => [key, withTexts(part, replaced)]),
  );
}
