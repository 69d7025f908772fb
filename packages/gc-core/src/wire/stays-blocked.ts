import { groupBy } from '../meta/group-by.ts';
import { type ApiObject, referencesOf } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';

/** An object that was being deleted before a further deletion, and still is after it. */
interface Stuck {
  readonly before: ApiObject;
  readonly after: ApiObject;
  /** Objects that the further deletion reaches, from `dependentsOf`. */
  readonly below: ReadonlySet<Uid>;
}

/**
 * Whether the further deletion leaves it blocked, in a forecast or a player: a dependent, or an owner that lost the finalizer for which it
 * waited. An object that only its kubelet has to end is not blocked.
 */
export function staysBlocked({ before, after, below }: Stuck): boolean {
  const finalizersOf = ({ metadata }: ApiObject): number => metadata.finalizers?.length ?? 0;
  const isConcerned =
    below.has(before.metadata.uid) || finalizersOf(after) !== finalizersOf(before);
  return isConcerned && (after.metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

/** The targets and their dependents, all the way down. */
export function dependentsOf(
  targets: Iterable<Uid>,
  objects: Iterable<ApiObject>,
): ReadonlySet<Uid> {
  const references = [...objects].flatMap((object) =>
    referencesOf(object).map((owner) => ({ owner: owner.uid, dependent: object.metadata.uid })),
  );
  const byOwner = groupBy(references, ({ owner }) => owner);
  const below = new Set(targets);
  // The loop comes to what is added meanwhile, too.
  for (const uid of below) {
    for (const { dependent } of byOwner.get(uid) ?? []) below.add(dependent);
  }
  return below;
}
