import fc from 'fast-check';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';

const kind = fc.constantFrom('ConfigMap', 'Secret', 'Pod', 'Widget');
const flag = fc.boolean();

/**
 * An owner in foreground deletion, what it owns, and below that one that may wait as well: what the collector un-blocks
 * as a cycle (AD-16). Something else may block the owner.
 */
export function cycleWorld(): fc.Arbitrary<ApiObject[]> {
  const shape = fc.record({
    kinds: fc.tuple(kind, kind, kind, kind),
    isHeld: flag,
    blocks: fc.tuple(flag, flag, flag),
    waits: flag,
    others: fc.subarray(['leaf', 'other'] as const),
  });
  return shape.map(({ kinds, isHeld, blocks, waits, others }) => {
    const [ofOwner, ofItem, ofLeaf, ofOther] = kinds;
    const foreground = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    const finalizers = [...(isHeld ? ['example.com/hold'] : []), 'foregroundDeletion'];
    const owner = objectOf(ofOwner, 'owner', { ...foreground, finalizers });
    const item = objectOf(ofItem, 'item', { ownerReferences: [refers(owner, blocks[0])] });
    const below = { ownerReferences: [refers(item, blocks[1])] };
    const leaf = waits ? { ...foreground, finalizers: ['foregroundDeletion'], ...below } : below;
    const beside = { ownerReferences: [refers(owner, blocks[2])] };
    const more = {
      leaf: objectOf(ofLeaf, 'leaf', leaf),
      other: objectOf(ofOther, 'other', beside),
    };
    return [owner, item, ...others.map((each) => more[each])];
  });
}

function objectOf(kind: string, name: string, more: Partial<ApiObject['metadata']>): ApiObject {
  const apiVersion = kind === 'Widget' ? 'example.com/v1' : 'v1';
  const metadata = { name, namespace: 'a', uid: `${name}-uid`, resourceVersion: '1', ...more };
  return { apiVersion, kind, metadata };
}

function refers({ apiVersion, kind, metadata }: ApiObject, blocks: boolean): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, blockOwnerDeletion: blocks };
}
