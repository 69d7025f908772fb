import type { AuditRule } from '@gcscope/gc-core/wire';

/** What an audit looks for, as words on a filter. */
export const FAULT_WORDS: Readonly<Record<AuditRule, string>> = {
  dangling: 'owner does not exist',
  'stale-uid': 'stale uid',
  'wrong-kind': 'wrong kind',
  'wrong-name': 'wrong name',
  'wrong-version': 'wrong version',
  'cross-namespace': 'owner in another namespace',
  'cluster-child-of-namespaced': 'cluster-scoped child of a namespaced owner',
  unresolvable: 'kind is not served',
  'misspelt-kind': 'misspelt kind',
  'two-controllers': 'two controllers',
  'duplicate-uid': 'one uid twice',
  cycle: 'cycle of owners',
  'unhandled-finalizer': 'finalizer nobody handles',
  'owner-vanishing': 'owner about to go',
};
