import { isDeepStrictEqual } from 'node:util';
import type { ApiAnswer } from '../api-client.ts';
import type { Json } from './asked-kinds.ts';
import type { AskedSide } from './asked-side.ts';
import { comparableAnswer, comparableEvents } from './comparable-answer.ts';
import type { DrawnRequest, RequestSequence } from './drawn-request.ts';

/** What both sides said, where it is not the same: to the request, or asked for an object afterwards. */
export interface RequestDifference {
  readonly seed: number;
  /** The requests up to the one that was answered in two ways. */
  readonly requests: readonly DrawnRequest[];
  readonly real: Json;
  readonly ours: Json;
}

/** How a sequence went. */
export interface PlayedSequence {
  readonly sequence: RequestSequence;
  /** The answers' codes, as far as both sides said the same. */
  readonly codes: readonly number[];
  readonly difference?: RequestDifference;
}

/** Sends a sequence to both sides, until they differ; what the watches delivered is compared at the end. */
export async function playSequence(
  sequence: RequestSequence,
  real: AskedSide,
  ours: AskedSide,
): Promise<PlayedSequence> {
  const { seed, requests } = sequence;
  const codes: number[] = [];
  for (const [at, request] of requests.entries()) {
    const theirs = await said(real, request, sequence);
    const own = await said(ours, request, sequence);
    if (!isDeepStrictEqual(theirs, own)) {
      const asked = requests.slice(0, at + 1);
      return { sequence, codes, difference: { seed, requests: asked, real: theirs, ours: own } };
    }
    codes.push((theirs.answer as { readonly code: number }).code);
  }
  const [theirs, own] = await Promise.all([watched(real, sequence), watched(ours, sequence)]);
  if (isDeepStrictEqual(theirs, own)) return { sequence, codes };
  return { sequence, codes, difference: { seed, requests, real: theirs, ours: own } };
}

/** What one side saw of each object by watching. */
async function watched(side: AskedSide, { objects }: RequestSequence): Promise<Json> {
  const seen = objects.map(async (_, object) => comparableEvents(await side.events(object), side));
  return { watched: await Promise.all(seen) };
}

/** A side's answer, what is stored afterwards, and whether that has changed. */
async function said(
  side: AskedSide,
  request: DrawnRequest,
  { objects }: RequestSequence,
): Promise<Json> {
  const looked = request.topic === 'delete collection' ? [...objects.keys()] : [request.object];
  const before = looked.map((object) => side.changes(object));
  const answer = await side.ask(request);
  const left: ApiAnswer[] = [];
  for (const object of looked) left.push(await side.look(object));
  const now = Date.now();
  const isDryRun = JSON.stringify(request).includes('dryRun');
  return {
    answer: comparableAnswer(answer, side, now, isDryRun),
    stored: left.map((each) => comparableAnswer(each, side, now, false)),
    changed: looked.map((object, at) => side.changes(object) !== before[at]),
  };
}
