import { END_WORDS, WAYS, type Way } from '@gcscope/gc-core/wire';
import type { ObjectState } from '../../data/graph-store.ts';

interface Words {
  readonly way: Way;
  readonly word: string;
  readonly meaning: string;
  /** What the map shows of such an object until then; calm if left out. */
  readonly state?: ObjectState;
}

const STATES: Readonly<Partial<Record<Way, ObjectState>>> = {
  later: 'terminating',
  blocked: 'blocked',
  notVerified: 'not-verified',
};

/** The ways in which an object ends, in the order of the page, in words. */
export const WAY_WORDS: readonly Words[] = WAYS.map((way) => {
  const state = STATES[way];
  return { way, ...END_WORDS[way], ...(state && { state }) };
});
