import type { Way } from '@gcscope/gc-core/wire';
import type { ObjectState } from '../../data/graph-store.ts';

/** What the map shows of an object until it ends in this way; calm if left out. */
export const WAY_STATES: Readonly<Partial<Record<Way, ObjectState>>> = {
  later: 'terminating',
  blocked: 'blocked',
  stayBlocked: 'blocked',
  notVerified: 'not-verified',
};
