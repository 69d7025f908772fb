import { isNamespace } from '@gcscope/gc-core';
import type {
  ActivityEntry,
  Aftermath,
  GoneObject,
  NodeRecord,
  Timestamp,
  Uid,
} from '@gcscope/gc-core/wire';
import type { LiveCluster } from './live-cluster.ts';

/** Objects that are drawn around one that is gone. */
const MOST_DRAWN = 300;
/** Lines of what happened to all. */
const MOST_ENTRIES = 3000;

/** The relatives of a removed object when its deletion began, and their outcomes. */
export function aftermathOf(cluster: LiveCluster, { record, at }: GoneObject): Aftermath {
  const { history } = cluster;
  const began = history.of(record.uid).findLast(({ type }) => type === 'deleting')?.at ?? at;
  const around = new Map<Uid, NodeRecord>([[record.uid, record]]);
  addOwners(cluster, around);
  const { removedReferences, below } = addDependents(cluster, began, record, around);
  const isGone = (uid: Uid): boolean => history.tombstone(uid) !== undefined;
  const drawn = new Map([...around].slice(0, MOST_DRAWN));
  const entries = [record.uid, ...below]
    .flatMap((uid) => history.of(uid).filter((entry) => entry.at >= began && isShown(entry)))
    .sort((a, b) => a.seq - b.seq);
  return {
    records: [...drawn.values()],
    gone: [...drawn.keys()].filter(isGone),
    removedReferences: removedReferences.filter(
      ({ uid, owner }) => drawn.has(uid) && drawn.has(owner),
    ),
    went: [...below].filter(isGone).length,
    stayed: new Set(removedReferences.map(({ uid }) => uid).filter((uid) => !isGone(uid))).size,
    entries: entries.slice(0, MOST_ENTRIES),
    isCut: around.size > drawn.size,
  };
}

/** A Map yields what is added while it is walked: the walk climbs to the last owner. */
function addOwners(cluster: LiveCluster, around: Map<Uid, NodeRecord>): void {
  for (const { owners } of around.values()) {
    for (const { uid } of owners) {
      const owner = recordOf(cluster, uid);
      if (owner) around.set(uid, owner);
    }
  }
}

function addDependents(
  cluster: LiveCluster,
  began: Timestamp,
  root: NodeRecord,
  around: Map<Uid, NodeRecord>,
): {
  readonly removedReferences: Aftermath['removedReferences'];
  readonly below: ReadonlySet<Uid>;
} {
  const dependentsOf = dependentsSince(cluster, began);
  const content = isNamespace(root) ? contentSince(cluster, began, root.name) : [];
  const removedReferences: { uid: Uid; owner: Uid }[] = [];
  const below = new Set<Uid>();
  const owners = new Set([root.uid]);
  for (const owner of owners) {
    const concerned =
      owner === root.uid ? [...content, ...dependentsOf(owner)] : dependentsOf(owner);
    for (const { uid, isRemoved } of concerned) {
      const dependent = recordOf(cluster, uid);
      if (!dependent) continue;
      around.set(uid, dependent);
      if (isRemoved) removedReferences.push({ uid, owner });
      // The deletion does not reach what is below an object that lost its reference.
      else owners.add(uid);
      if (uid !== root.uid) below.add(uid);
    }
  }
  return { removedReferences, below };
}

/** Changes of verdicts follow from the other lines, so they are left out. */
function isShown({ type }: ActivityEntry): boolean {
  return type !== 'verdict';
}

function recordOf({ live, history }: LiveCluster, uid: Uid): NodeRecord | undefined {
  return history.tombstone(uid)?.record ?? live.records.get(uid);
}

interface Dependency {
  readonly owner: Uid;
  readonly uid: Uid;
  /** The reference was removed. */
  readonly isRemoved: boolean;
}

/** The objects that name the owner now, or named it until they were removed or lost the reference, at `began` or later. */
function dependentsSince(
  cluster: LiveCluster,
  began: Timestamp,
): (owner: Uid) => readonly Dependency[] {
  const byOwner = new Map<Uid, Dependency[]>();
  for (const each of [...kept(cluster, began), ...lost(cluster, began)]) {
    const others = byOwner.get(each.owner);
    if (others) others.push(each);
    else byOwner.set(each.owner, [each]);
  }
  return (owner) => byOwner.get(owner) ?? [];
}

/** The removed content of a Namespace. */
function contentSince(
  { history }: LiveCluster,
  began: Timestamp,
  namespace: string,
): Omit<Dependency, 'owner'>[] {
  return [...history.tombstones()]
    .filter(({ record, at }) => record.namespace === namespace && at >= began)
    .map(({ record }) => ({ uid: record.uid, isRemoved: false }));
}

/** The graph does not know the dependents of an owner that has left it; the records do. */
function* kept({ live, history }: LiveCluster, began: Timestamp): Generator<Dependency> {
  for (const { record, at } of history.tombstones()) {
    if (at < began) continue;
    for (const { uid: owner } of record.owners) yield { owner, uid: record.uid, isRemoved: false };
  }
  for (const { uid, owners } of live.records.values()) {
    for (const { uid: owner } of owners) {
      if (history.tombstone(owner)) yield { owner, uid, isRemoved: false };
    }
  }
}

function* lost(cluster: LiveCluster, began: Timestamp): Generator<Dependency> {
  for (const past of cluster.history.pasts()) {
    for (const { type, at, owner, object } of past) {
      if (type !== 'reference' || at < began || owner === undefined || !object) continue;
      const { uid } = object;
      const owners = recordOf(cluster, uid)?.owners ?? [];
      if (owners.every((each) => each.uid !== owner)) yield { owner, uid, isRemoved: true };
    }
  }
}
