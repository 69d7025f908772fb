import { markLook, WRONG_REFERENCE } from '@gcscope/picture';
import type { ObjectState } from './graph-store.ts';

/** The name of a state, as on the cards. */
export function formatState(state: ObjectState): string {
  if (state === 'wrong') return WRONG_REFERENCE.word;
  return markLook(state).word || 'nothing special';
}

/** Describes the meaning of a state in one line. */
export function describeState(state: ObjectState): string {
  return state === 'wrong' ? WRONG_REFERENCE.meaning : markLook(state).meaning;
}
