import type { Uid } from '@gcscope/gc-core/wire';
import type { Place } from '../../address/view-search.ts';

/** Start of a view: a place or an overview. */
export type Start = Place | Overview;

/** An overview: everything in view while cards have names, else the object it is about. */
export interface Overview {
  readonly about: Uid | undefined;
  readonly isSide: boolean;
}

/** Whether a view starts with an overview. */
export function isOverview(start: Start | undefined): start is Overview {
  return start !== undefined && 'isSide' in start;
}
