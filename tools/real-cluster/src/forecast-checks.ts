import type { ObjectMeta } from '@gcscope/gc-core';
import type { BlockedLine, Blocker, ForecastLine, KeptLine, Uid } from '@gcscope/gc-core/wire';

/** The metadata of an object after the deletion; `undefined` if it is gone. */
type EndOf = (uid: Uid) => ObjectMeta | undefined;

/** A line of any group of a forecast. */
export type AnyLine = ForecastLine &
  Partial<Pick<KeptLine, 'owner'> & Pick<BlockedLine, 'by' | 'terminating'>>;

/** Why the object did not end as the line says; `undefined` if it did. */
export type Check = (line: AnyLine, before: ObjectMeta, endOf: EndOf) => string | undefined;

/** What each group of a forecast says of its objects. */
export const FORECAST_CHECKS = {
  deleted: (_, { uid }, endOf) => (endOf(uid) ? 'it is still there' : undefined),
  orphaned,
  kept,
  blocked,
  stayBlocked: blocked,
  leftAlone,
  notVerified: () => 'everything was read',
  refused: leftAlone,
} satisfies Record<string, Check>;

/** Checks an object that the deletion does not concern. */
function leftAlone(_: unknown, before: ObjectMeta, endOf: EndOf): string | undefined {
  return (
    movedText(before, endOf) ??
    (ownersOf(endOf(before.uid)).join() === ownersOf(before).join()
      ? undefined
      : 'its owners changed')
  );
}

function orphaned(_: AnyLine, before: ObjectMeta, endOf: EndOf): string | undefined {
  const owners = ownersOf(endOf(before.uid));
  const lost = ownersOf(before).filter((uid) => !owners.includes(uid));
  const hasLost = lost.some((uid) => endOf(uid)?.deletionTimestamp !== undefined || !endOf(uid));
  return movedText(before, endOf) ?? (hasLost ? undefined : 'it has all its owners');
}

function kept({ owner }: AnyLine, before: ObjectMeta, endOf: EndOf): string | undefined {
  const moved = movedText(before, endOf);
  if (moved !== undefined || !owner) return moved;
  if (!endOf(owner.uid)) return `its owner ${owner.name} is gone`;
  return ownersOf(endOf(before.uid)).includes(owner.uid)
    ? undefined
    : `it lost its owner ${owner.name}`;
}

function blocked(
  { by, terminating = false }: AnyLine,
  { uid }: ObjectMeta,
  endOf: EndOf,
): string | undefined {
  const end = endOf(uid);
  if (!end) return 'it is gone';
  if ((end.deletionTimestamp !== undefined) !== terminating) {
    return terminating ? 'nobody deleted it' : 'it is being deleted';
  }
  return by && freedText(by, end, endOf);
}

function freedText(by: Blocker, end: ObjectMeta, endOf: EndOf): string | undefined {
  switch (by.type) {
    case 'finalizer':
      return by.finalizers.every((each) => end.finalizers?.includes(each))
        ? undefined
        : 'it lost the finalizer';
    case 'object':
      return endOf(by.object.uid) ? undefined : `${by.object.name} is gone`;
    case 'reference':
      return undefined;
    default:
      return by satisfies never;
  }
}

/** Checks an object that the forecast leaves as it was. */
function movedText({ uid, deletionTimestamp }: ObjectMeta, endOf: EndOf): string | undefined {
  const end = endOf(uid);
  if (!end) return 'it is gone';
  const isTerminating = end.deletionTimestamp !== undefined;
  return isTerminating === (deletionTimestamp !== undefined) ? undefined : 'it is being deleted';
}

function ownersOf(meta: ObjectMeta | undefined): Uid[] {
  return (meta?.ownerReferences ?? []).map(({ uid }) => uid);
}
