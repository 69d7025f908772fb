import { describe, expect, it } from 'vitest';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { identityOf, metaOf } from '../support/nodes.ts';
import {
  flags,
  meta,
  OBJECT,
  OTHER,
  OWNER,
  owner,
  seen,
  uidOf,
} from '../support/ordinary-object.ts';

describe('a row among others', () => {
  it('[GB-13] takes over other flags, and leaves the row beside it as it is', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const change = (type: 'ADDED' | 'MODIFIED', serial: number, each: OwnerReference): void => {
      const uid = uidOf(serial);
      const more = { uid, ownerReferences: [each] };
      process({ type, identity: identityOf('x', { uid }), meta: metaOf('x', more) });
    };
    const other = owner({ uid: OTHER });
    change('ADDED', 10, other);
    change('ADDED', 11, other);
    change('ADDED', 12, owner());
    change('MODIFIED', 12, flags(true, true));
    const owners = [10, 11, 12].map((serial) => graph.get(uidOf(serial))?.owners);
    expect(owners).toEqual([[other], [other], [flags(true, true)]]);
  });

  it('tells the owner whatever uid was asked for before', () => {
    const { graph } = seen({ ownerReferences: [owner()] });
    const [node, of] = [graph.get(OBJECT), graph.get(OWNER)];
    expect(of && node && graph.ownersOf(node)).toEqual([of]);
    expect(of && graph.ownersOf(of)).toEqual([]);
    expect(node && graph.ownersOf(node)[0]).toBe(of);
  });

  it('[GB-16] an empty list of owners is none', () => {
    const { graph } = seen();
    expect(graph.refresh(OBJECT, meta({ ownerReferences: [] }))).toBe(true);
    expect(graph.get(OBJECT)?.meta).toEqual(meta());
  });
});
