import { isDeepStrictEqual } from 'node:util';
import type { Json } from './asked-kinds.ts';
import { AskedSide, type Send } from './asked-side.ts';
import { comparableAnswer } from './comparable-answer.ts';
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

/** Sends a sequence to both sides, until they differ. Its namespace must be there. */
export async function playSequence(
  sequence: RequestSequence,
  sendReal: Send,
  sendOurs: Send,
): Promise<PlayedSequence> {
  const real = new AskedSide(sendReal, sequence.objects);
  const ours = new AskedSide(sendOurs, sequence.objects);
  const codes: number[] = [];
  for (const [at, request] of sequence.requests.entries()) {
    const theirs = await said(real, request, sequence);
    const own = await said(ours, request, sequence);
    if (!isDeepStrictEqual(theirs, own)) {
      const requests = sequence.requests.slice(0, at + 1);
      const difference = { seed: sequence.seed, requests, real: theirs, ours: own };
      return { sequence, codes, difference };
    }
    codes.push((theirs.answer as { readonly code: number }).code);
  }
  return { sequence, codes };
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
  const left: HttpLook[] = [];
  for (const object of looked) left.push([object, await side.look(object)]);
  const now = Date.now();
  const isDryRun = JSON.stringify(request).includes('dryRun');
  return {
    answer: comparableAnswer(answer, side, now, isDryRun),
    stored: left.map(([, each]) => comparableAnswer(each, side, now, false)),
    changed: looked.map((object, at) => side.changes(object) !== before[at]),
  };
}

type HttpLook = [number, Awaited<ReturnType<AskedSide['look']>>];
