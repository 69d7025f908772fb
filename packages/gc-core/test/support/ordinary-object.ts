import type { Graph } from '../../src/graph/graph.ts';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import { flagsOf } from '../../src/graph/store/shared-references.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference, Uid } from '../../src/meta/object-reference.ts';
import { type GraphFixture, graphFixture } from './graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from './nodes.ts';

/** A uid as the API server makes them. */
export function uidOf(serial: number): string {
  return `0badc0de-0000-4000-8000-${serial.toString(16).padStart(12, '0')}`;
}

/** A uid that differs from others in its first eight digits. */
export function earlyUid(serial: number): string {
  return `${serial.toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a`;
}

/** So many uids with one hash: a user can choose them. */
export function crowdedUids(size: number): string[] {
  return Array.from(
    { length: size },
    (_, at) => `00000007-0000-4000-${at.toString(16).padStart(4, '0')}-00000000000a`,
  );
}

export const OWNER: string = uidOf(1);
export const OBJECT: string = uidOf(2);
export const OTHER: string = uidOf(3);

/** A reference to the owner. */
export function owner(more: Partial<OwnerReference> = {}): OwnerReference {
  return ownedBy('owner', { uid: OWNER, ...more });
}

/** The same with these flags. */
export function flags(controller: boolean | undefined, block: boolean | undefined): OwnerReference {
  return owner({
    ...(controller === undefined ? {} : { controller }),
    ...(block === undefined ? {} : { blockOwnerDeletion: block }),
  });
}

/** A reference to the owner with each combination of flags. */
export const ALL_FLAGS: readonly OwnerReference[] = [undefined, false, true].flatMap((controller) =>
  [undefined, false, true].map((block) => flags(controller, block)),
);

/** Metadata of the object, or of the one with this uid. */
export function meta(more: Partial<ObjectMeta> = {}, uid: Uid = OBJECT): ObjectMeta {
  return metaOf(nameOf(uid), { uid, ...more });
}

function nameOf(uid: Uid): string {
  if (uid === OBJECT) return 'object';
  return uid === OWNER || uid === OTHER ? 'owner' : 'x';
}

/** The event that brings these metadata: the object is seen for the first time, or updated. */
export function change(
  uid: Uid,
  more: Partial<ObjectMeta> = {},
  type: 'ADDED' | 'MODIFIED' = 'MODIFIED',
): GraphChange & { readonly meta: ObjectMeta } {
  return { type, identity: identityOf(nameOf(uid), { uid }), meta: meta(more, uid) };
}

/** The event that says that the object is gone. */
export function removal(uid: Uid): GraphChange {
  return { type: 'DELETED', identity: identityOf(nameOf(uid), { uid }) };
}

/** A graph with two owners and an object with these metadata. */
export function seen(more: Partial<ObjectMeta> = {}): GraphFixture {
  const fixture = graphFixture();
  for (const uid of [OTHER, OWNER]) fixture.process(change(uid, {}, 'ADDED'));
  fixture.process(change(OBJECT, more, 'ADDED'));
  fixture.graph.takeDelta();
  return fixture;
}

/** Flags of the reference if the graph takes the update over by the object's row alone; else -1. */
export function refresh(graph: Graph, uid: Uid, update: ObjectMeta): number {
  const node = graph.get(uid);
  const before = node && graph.refresh(node, update);
  if (!before) return -1;
  const [reference] = before;
  return reference ? flagsOf(reference) : 0;
}

/** Whether the graph takes the update over by the object's row alone. */
export function isRefreshed(graph: Graph, uid: Uid, update: ObjectMeta): boolean {
  return refresh(graph, uid, update) >= 0;
}
