import { isDeepStrictEqual } from 'node:util';
import type { ApiAnswer } from '../api-client.ts';
import type { Json } from './asked-kinds.ts';
import type { AskedSide, WatchEvent } from './asked-side.ts';
import { withTexts } from './drawn-request.ts';

/** Seconds between two times that count as the same. */
const STEP = 20;

/**
 * The part of an answer at `now` that must be the same on both sides: the outcome, not its wording; uids, versions and
 * times in common words; the metadata of an object, and nothing else of it.
 */
export function comparableAnswer(
  { code, body, warning }: ApiAnswer,
  side: AskedSide,
  now: number,
  isDryRun: boolean,
): Json {
  const warned = { isWarned: warning !== undefined };
  if (typeof body !== 'object' || body === null) return { code, ...warned };
  const answer = body as Json;
  if (answer.kind === 'Status') {
    const { status, reason, details } = answer;
    const what = { status, reason, details: detailsOf(details as Details | undefined) };
    return { code, ...warned, ...inCommonWords(what, side) };
  }
  if (Array.isArray(answer.items)) {
    const items = answer.items.map((item: Json) => ({
      ...comparableObject(item, side, now, false),
      // Built-in lists leave them out.
      ...{ kind: undefined, apiVersion: undefined },
    }));
    return { code, ...warned, kind: answer.kind, items };
  }
  return { code, ...warned, object: comparableObject(answer, side, now, isDryRun) };
}

/**
 * The part of an object's events that must be the same on both sides. A change that its metadata does not show does not
 * count: our server may lack the changed fields.
 */
export function comparableEvents(events: readonly WatchEvent[], side: AskedSide): readonly Json[] {
  const seen: Json[] = [];
  for (const { type, object } of events) {
    const {
      version: _version,
      created: _created,
      deleted,
      ...rest
    } = comparableObject(object, side, 0, false);
    const event = { type, ...rest, isDeleted: deleted !== undefined };
    const isSame = isDeepStrictEqual({ ...event, type: seen.at(-1)?.type }, seen.at(-1));
    if (!(type === 'MODIFIED' && isSame)) seen.push(event);
  }
  return seen;
}

/** See {@link comparableAnswer}. What a dry run would have created has a uid that nobody ever meets. */
function comparableObject(object: Json, side: AskedSide, now: number, isDryRun: boolean): Json {
  const { kind, apiVersion, spec, status } = object;
  const metadata = object.metadata as Json;
  const { uid, resourceVersion, creationTimestamp, deletionTimestamp, finalizers } = metadata;
  const { labels, annotations, generation, ownerReferences, deletionGracePeriodSeconds } = metadata;
  const { name, generateName, namespace } = metadata;
  const isNamespace = kind === 'Namespace';
  const inSpec = isNamespace ? (spec as Json).finalizers : undefined;
  const phase = isNamespace ? (status as Json | undefined)?.phase : undefined;
  const seen = {
    ...{ kind, apiVersion, name, generateName, namespace },
    ...{ labels, annotations, generation, deletionGracePeriodSeconds, ownerReferences },
    uid: isDryRun ? typeof uid : uid,
    version: resourceVersion,
    created: ago(creationTimestamp, (time) => side.metAt(String(uid), time, now)),
    deleted: ago(deletionTimestamp, (time) => side.metAt(String(uid), time, now)),
    // In any order once they change.
    finalizers: isNamespace ? (finalizers as string[] | undefined)?.toSorted() : finalizers,
    inSpec,
    phase,
  };
  const common = inCommonWords(seen, side);
  const version = common.version;
  // The resourceVersion of a removal shows only in its answer.
  const isOther = typeof version === 'string' && /^\d+$/.test(version);
  return isOther ? { ...common, version: 'another version' } : common;
}

interface Details extends Json {
  readonly causes?: readonly { readonly field?: string; readonly reason?: string }[];
}

/** Each field at fault once: no rule says how often a kind repeats a cause. Empty details say as much as none. */
function detailsOf(details: Details | undefined): Json | undefined {
  if (details === undefined || Object.keys(details).length === 0) return undefined;
  const { causes = [], ...rest } = details;
  const once = new Set(causes.map(({ field, reason }) => `${field}: ${reason}`));
  return { ...rest, causes: [...once].toSorted() };
}

/**
 * Where a time lies, roughly, from when the side first answered with it: so it says the same however long a sequence takes.
 * A server may take some seconds to answer.
 */
function ago(time: unknown, metAt: (time: string) => number): string | undefined {
  if (typeof time !== 'string') return undefined;
  const seconds = (Date.parse(time) - metAt(time)) / 1000;
  return `${STEP * Math.round((seconds + 5) / STEP)} s`;
}

/** As it travels, uids and versions in common words. */
function inCommonWords(value: object, side: AskedSide): Json {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  return withTexts(plain, (text) => side.inCommonWords(text)) as Json;
}
