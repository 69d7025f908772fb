import type { Way } from '@gcscope/gc-core/wire';
import type { ObjectState } from '../../data/graph-store.ts';

/** The state of an object on the map until it ends in this way; calm if absent. */
export const WAY_STATES: Readonly<Partial<Record<Way, ObjectState>>> = {
  later: 'terminating',
  blocked: 'blocked',
  stayBlocked: 'blocked',
  notVerified: 'not-verified',
};
