import { WAYS, type Way } from './forecast-columns.ts';

/** How an object ends: as a forecast says, or it is afterwards as it was before. */
export type End = Way | 'unchanged';

/** The ends in words, the same in forecasts and players, on pages and in terminals. */
export const END_WORDS: Readonly<Record<End, { readonly word: string; readonly meaning: string }>> =
  {
    deleted: { word: 'deleted', meaning: 'The API server or the collector deletes it.' },
    later: {
      word: 'deleted later',
      meaning: 'The kubelet or kube-controller-manager does its part first.',
    },
    orphaned: { word: 'orphaned', meaning: 'It stays and loses the reference to its owner.' },
    kept: { word: 'kept', meaning: 'It stays: another owner exists.' },
    blocked: { word: 'blocked', meaning: 'Kubernetes itself never removes what blocks it.' },
    leftAlone: {
      word: 'left alone',
      meaning: 'It stays: the collector cannot or does not look up one of its owners.',
    },
    notVerified: {
      word: 'not verified',
      meaning: 'It depends on an owner whose kind cannot be read.',
    },
    refused: { word: 'refused', meaning: 'The API server refuses the deletion.' },
    unchanged: { word: 'unchanged', meaning: 'The deletion does not concern it.' },
  };

/**
 * `8 deleted, 3 of them later`, `1 blocked`: how many objects end in which way, without zeros. What is deleted later is counted
 * among the deleted; `later` says when.
 */
export function describeEnds(countOf: (way: Way) => number, later = 'later'): string[] {
  const format = (count: number): string => count.toLocaleString('en');
  return WAYS.flatMap((way) => {
    const [count, after] = [countOf(way), way === 'deleted' ? countOf('later') : 0];
    if (way === 'later' || count + after === 0) return [];
    const some = count === 0 ? 'all' : format(after);
    const part = after > 0 ? `, ${some} of them ${later}` : '';
    return [`${format(count + after)} ${END_WORDS[way].word}${part}`];
  });
}
