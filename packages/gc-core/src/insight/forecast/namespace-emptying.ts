import type { Blocker } from '../../wire/forecast.ts';
import type { NamespaceStatus } from '../../wire/terminating.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import {
  failureOf,
  isFinalized,
  otherSpecFinalizers,
  undiscoveredVersions,
} from '../namespace-status.ts';
import type { ForecastFacts } from './forecast-facts.ts';
import type { ObjectState } from './object-state.ts';

/** What holds a deletion, and the rule that says so. */
export type RuledBlocker = Blocker & { readonly rule: string };

/** What the namespace controller does with a Namespace that is deleted now, or was before. */
export interface NamespaceEmptying {
  /** It is done, only metadata hold the Namespace (NS-05); from then on a DELETE is heard again (NS-17). */
  readonly isDone: boolean;
  /** Not all of what is in it could be deleted, for reasons that only conditions tell: what is alive stays (NS-08). */
  readonly hasFailed: boolean;
  /** What holds the Namespace when nothing is left in it. */
  readonly heldBy: RuledBlocker | undefined;
}

/** Told from what was read of the Namespace and of the kinds. */
export function namespaceEmptying(
  { node, terminating }: ObjectState,
  isEmpty: boolean,
  { namespaces, kinds, groups }: ForecastFacts,
): NamespaceEmptying {
  const status = namespaces?.get(node.identity.name);
  return {
    isDone: terminating && isFinalized(node, isEmpty, status),
    hasFailed: failureOf(status, 'NamespaceDeletionContentFailure') !== undefined,
    heldBy: holderOf(status, kinds, groups),
  };
}

function holderOf(
  status: NamespaceStatus | undefined,
  kinds: ForecastFacts['kinds'],
  groups: ForecastFacts['groups'],
): RuledBlocker | undefined {
  const [other] = otherSpecFinalizers(status);
  if (other !== undefined) {
    const removedBy = `${finalizerOwner(other, groups).removedBy}, from \`spec.finalizers\``;
    return { type: 'finalizer', finalizers: [other], removedBy, rule: 'NS-01' };
  }
  const isUndiscovered = status
    ? failureOf(status, 'NamespaceDeletionDiscoveryFailure') !== undefined
    : undiscoveredVersions(kinds).length > 0;
  return isUndiscovered ? DISCOVERY : undefined;
}

const DISCOVERY: RuledBlocker = {
  type: 'finalizer',
  finalizers: ['kubernetes'],
  removedBy: 'the namespace controller removes it once all API groups can be discovered',
  rule: 'NS-06',
};
