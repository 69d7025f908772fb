import type { NodeRecord } from '@gcscope/gc-core/wire';
import type { Size } from '@gcscope/picture';
import { READABLE_ZOOM } from '../view/measures.ts';
import type { ProblemState } from '../world/problems.ts';
import { reasonsBeside } from './describe-reasons.ts';
import { inTwoLines, WIDEST } from './place-reasons.ts';

/** A letter, rather too wide than too narrow, and a line, CSS px. */
const LETTER = 5.5;
const LINE = 13;

/** About the room that the fullest reason beside the card of an object takes that is not too wide, CSS px; `undefined` if there is none. */
export function reasonSize(record: NodeRecord, state: ProblemState): Size | undefined {
  if (state !== 'blocked' && state !== 'wrong') return undefined;
  const sizes = reasonsBeside(record, state, () => false).map(sizeOf);
  return sizes.find(({ width }) => width <= WIDEST * READABLE_ZOOM) ?? sizes.at(-1);
}

function sizeOf(reason: string): Size {
  const widthOf = (text: string): number => text.length * LETTER;
  const lines = inTwoLines(reason, widthOf) ?? [reason];
  return { width: Math.max(...lines.map(widthOf)), height: LINE * lines.length };
}
