import type { OwnerReference } from '@gcscope/gc-core/wire';
import type { WorldRequests } from './requests.ts';

/** The metadata that tells how an object ended. */
export interface EndMeta {
  readonly uid: string;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
}

/** What is left of a world, one line an object in order of their numbers: going or not, finalizers, owners. */
export function outcomeLines(left: Iterable<EndMeta>, requests: WorldRequests): string[] {
  return [...left]
    .map((meta) => ({ meta, label: requests.label(meta.uid) }))
    .filter(({ label }) => label !== 'stale')
    .toSorted((a, b) => a.label.localeCompare(b.label))
    .map(({ meta, label }) => {
      const { deletionTimestamp, finalizers = [], ownerReferences = [] } = meta;
      const owners = ownerReferences.map(({ apiVersion, kind, uid, blockOwnerDeletion }) => {
        const blocking = blockOwnerDeletion === undefined ? '' : `=${blockOwnerDeletion}`;
        return `${requests.label(uid)}/${apiVersion}/${kind}${blocking}`;
      });
      return [
        label,
        deletionTimestamp === undefined ? '' : 'terminating',
        finalizers.join(','),
        owners.join(','),
      ].join('|');
    });
}

/** How a world went on one side: what was left after the creation and after each round, and the answers users got. */
export type Course = readonly {
  readonly answers: readonly string[];
  readonly left: readonly string[];
}[];
