import { formatCount } from '../meta/format-count.ts';
import type { PolicyForecast } from './forecast.ts';
import { linesOf, WAYS, type Way } from './forecast-columns.ts';

interface Words {
  readonly word: string;
  readonly meaning: string;
}

/** How an object ends, in words: the same in forecasts and players, on pages and in terminals. */
export const WAY_NAMES: Readonly<Record<Way | 'unchanged', Words>> = {
  deleted: { word: 'deleted', meaning: 'Gone at the end.' },
  later: {
    word: 'deleted later',
    meaning: 'Deleted once the kubelet or kube-controller-manager has done its part.',
  },
  orphaned: {
    word: 'orphaned',
    meaning: 'Loses the reference to its owner, and is not deleted with it.',
  },
  kept: { word: 'kept by another owner', meaning: 'Stays: another owner exists.' },
  blocked: { word: 'blocked', meaning: 'Stays in Terminating until its blocker is gone.' },
  stayBlocked: {
    word: 'still blocked',
    meaning:
      'Were already being deleted, and stay in Terminating: this deletion does not remove all that blocks them.',
  },
  waiting: { word: 'not deleted yet', meaning: 'Deleted once blocked objects are gone.' },
  leftAlone: {
    word: 'left alone (owner not looked up)',
    meaning: 'Stays: the collector cannot or does not look up an owner.',
  },
  notVerified: {
    word: 'not verified',
    meaning: 'Depends on objects of kinds that gcscope cannot read.',
  },
  refused: { word: 'refused', meaning: 'The API server refuses the deletion.' },
  unchanged: { word: 'unchanged', meaning: 'The same before and after.' },
};

/** The rules by which the collector leaves an object alone (CL-03, CL-04, PG-24). */
export const LEFT_ALONE_RULES: ReadonlySet<string> = new Set(['CL-03', 'CL-04', 'PG-24']);

/** The rules by which the collector keeps an object because an owner of it exists. */
export const KEPT_RULES: ReadonlySet<string> = new Set(['AD-14', 'PG-28']);

/** Said of an orphaned object that does not stay all the same. */
export const ALREADY_DELETED = 'It was already being deleted, and only loses the reference.';

/** How many objects of a forecast end in a way: `92` and `deleted`, then `all` and `of them later`. */
interface CountedWay {
  readonly way: Way;
  readonly count: string;
  readonly word: string;
}

/** The ways; a deletion that does not end comes first, however much is deleted. */
export const WORST_FIRST: readonly Way[] = [...new Set<Way>(['blocked', 'stayBlocked', ...WAYS])];

/** The numbers of a forecast, the worst first. What is deleted later counts among the deleted. */
export function countedWays(forecast: PolicyForecast): CountedWay[] {
  const deleted = forecast.deleted.length;
  const later = linesOf(forecast, 'later').length;
  const isOneLater = deleted === 1 && later === 1;
  return WORST_FIRST.flatMap((way) => {
    const number = way === 'deleted' ? deleted : linesOf(forecast, way).length;
    if (number === 0 || (way === 'deleted' && isOneLater)) return [];
    const count = formatCount(number);
    if (way !== 'later' || isOneLater) return [{ way, count, word: WAY_NAMES[way].word }];
    return [{ way, count: later === deleted ? 'all' : count, word: 'of them later' }];
  });
}
