import type { Graph } from '../../src/graph/graph.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference, Uid } from '../../src/meta/object-reference.ts';
import { type GraphFixture, graphFixture } from './graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from './nodes.ts';

/** A uid as the API server makes them. */
export function uidOf(serial: number): string {
  return `0badc0de-0000-4000-8000-${serial.toString(16).padStart(12, '0')}`;
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

/** Metadata of the object. */
export function meta(more: Partial<ObjectMeta> = {}): ObjectMeta {
  return metaOf('object', { uid: OBJECT, ...more });
}

/** A graph with two owners and an object with these metadata. */
export function seen(more: Partial<ObjectMeta> = {}): GraphFixture {
  const fixture = graphFixture();
  for (const uid of [OTHER, OWNER]) {
    const identity = identityOf('owner', { uid });
    fixture.process({ type: 'ADDED', identity, meta: metaOf('owner', { uid }) });
  }
  const identity = identityOf('object', { uid: OBJECT });
  fixture.process({ type: 'ADDED', identity, meta: meta(more) });
  fixture.graph.takeDelta();
  return fixture;
}

/** Whether the graph tells the update from the object's row. */
export function isRefreshed(graph: Graph, uid: Uid, update: ObjectMeta): boolean {
  return graph.refresh(uid, update) >= 0;
}
