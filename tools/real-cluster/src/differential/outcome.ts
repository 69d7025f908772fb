import type { ObjectMeta } from '@gcscope/gc-core';
import type { WorldRequests } from './requests.ts';

/** The metadata that tells how an object ended. */
type EndMeta = Pick<ObjectMeta, 'uid' | 'deletionTimestamp' | 'finalizers' | 'ownerReferences'>;

/** An object that is left, by its number; an owner that never was has none. */
export interface LeftObject {
  readonly object: number;
  readonly terminating: boolean;
  readonly finalizers: readonly string[];
  readonly owners: readonly {
    readonly object: number | undefined;
    readonly apiVersion: string;
    readonly kind: string;
    readonly blockOwnerDeletion?: boolean;
  }[];
}

/** How a world went on one side: after each round the answers that users got, and what was left. */
export type Course = readonly {
  readonly answers: readonly string[];
  readonly left: readonly LeftObject[];
}[];

/** What is left of a world, in order of the objects' numbers. */
export function leftObjects(metas: Iterable<EndMeta>, requests: WorldRequests): LeftObject[] {
  const left: LeftObject[] = [];
  for (const { uid, deletionTimestamp, finalizers = [], ownerReferences = [] } of metas) {
    const object = requests.numberOf(uid);
    if (object === undefined) continue;
    const owners = ownerReferences.map(({ apiVersion, kind, uid: owner, blockOwnerDeletion }) => ({
      object: requests.numberOf(owner),
      apiVersion,
      kind,
      ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
    }));
    const isNamespace = requests.addressOf(object).kind.kind === 'Namespace';
    left.push({
      object,
      terminating: deletionTimestamp !== undefined,
      // The server puts those of a Namespace into any order when it changes them (NS-17).
      finalizers: isNamespace ? finalizers.toSorted() : finalizers,
      owners,
    });
  }
  return left.toSorted((a, b) => a.object - b.object);
}
