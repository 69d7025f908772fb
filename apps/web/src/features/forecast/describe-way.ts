import { WAYS, type Way } from '@gcscope/gc-core/wire';
import type { ObjectState } from '../../data/graph-store.ts';

interface Words {
  readonly word: string;
  readonly meaning: string;
  /** What the map shows of such an object until then; calm if left out. */
  readonly state?: ObjectState;
}

const WORDS: Readonly<Record<Way, Words>> = {
  deleted: { word: 'deleted', meaning: 'The API server or the collector deletes it.' },
  later: {
    word: 'deleted later',
    meaning: 'The kubelet or kube-controller-manager does its part first.',
    state: 'terminating',
  },
  orphaned: { word: 'orphaned', meaning: 'It stays and loses the reference to its owner.' },
  kept: { word: 'kept', meaning: 'It stays: another owner exists.' },
  blocked: {
    word: 'blocked',
    meaning: 'Kubernetes itself never removes what blocks it.',
    state: 'blocked',
  },
  leftAlone: {
    word: 'left alone',
    meaning: 'It stays: the collector cannot or does not look up one of its owners.',
  },
  notVerified: {
    word: 'not verified',
    meaning: 'It depends on an owner whose kind cannot be read.',
    state: 'not-verified',
  },
  refused: { word: 'refused', meaning: 'The API server refuses the deletion.' },
};

/** The ways in which an object ends, in the order of the page, in words. */
export const WAY_WORDS: readonly (Words & { readonly way: Way })[] = WAYS.map((way) => ({
  way,
  ...WORDS[way],
}));

/** The word of a way. */
export function wayWord(way: Way): string {
  return WORDS[way].word;
}
