import { describe, expect, it } from 'vitest';
import { PatchError } from '../../src/apiserver/json-patch.ts';
import { strategicMergePatch } from '../../src/apiserver/strategic-merge-patch.ts';

describe('lists of a strategic merge patch', () => {
  it.each([
    ['conditions', 'type'],
    ['ports', 'containerPort'],
    ['ports', 'port'],
    ['volumes', 'name'],
    ['volumeMounts', 'mountPath'],
  ])('[PA-01] %s are merged by %s', (list, key) => {
    const target = { [list]: [{ [key]: 'a', kept: 1 }, { [key]: 'b' }] };
    expect(strategicMergePatch(target, { [list]: [{ [key]: 'a', new: 2 }] }, 'spec')).toEqual({
      [list]: [{ [key]: 'a', kept: 1, new: 2 }, { [key]: 'b' }],
    });
  });

  it('[PA-01] the ports of an EndpointSlice are replaced, and ordered by nobody', () => {
    const slice = { ports: [{ name: 'a', port: 1 }, { name: 'b' }] };
    const patch = { '$setElementOrder/ports': [{ port: 2 }, { port: 1 }], ports: [{ port: 1 }] };
    expect(strategicMergePatch(slice, patch)).toEqual({ ports: [{ port: 1 }] });
  });

  it('[PA-01] other lists are replaced, and so is what is not a list', () => {
    const target = { args: ['a'], '': [1], finalizers: 'x' };
    const patch = { args: ['b'], '': [2], finalizers: ['a'] };
    expect(strategicMergePatch(target, patch)).toEqual(patch);
  });

  it('[PA-01] {"containers":[{"image":"i"}]} is refused with a reason', () => {
    const target = { metadata: {}, containers: [{ name: 'x' }] };
    expect(() => strategicMergePatch(target, { containers: [{ image: 'i' }] })).toThrow(
      new PatchError('containers: each element needs name'),
    );
  });

  it('[PA-01] the order of ports goes by the key that they have', () => {
    const ports = [{ port: 1 }, { containerPort: 2 }, { port: 3 }];
    const order = [{ containerPort: 2 }, { port: 3 }, { port: 1 }];
    const patch = { '$setElementOrder/ports': order };
    expect(strategicMergePatch({ ports }, patch, 'spec')).toEqual({ ports: order });
  });

  it('[PA-02] an empty order is none, and no order names what the patch deletes', () => {
    const patch = { '$setElementOrder/finalizers': [], finalizers: ['c'] };
    expect(strategicMergePatch({ finalizers: ['a'] }, patch)).toEqual({ finalizers: ['c', 'a'] });
    const ownerReferences = [{ uid: 'a' }, { uid: 'b' }, { uid: 'c' }];
    const ordered = {
      '$setElementOrder/ownerReferences': [{ uid: 'c' }, { uid: 'a' }],
      ownerReferences: [{ $patch: 'delete', uid: 'b' }],
    };
    expect(strategicMergePatch({ ownerReferences }, ordered)).toEqual({
      ownerReferences: [{ uid: 'c' }, { uid: 'a' }],
    });
  });

  it('[PA-02] elements of one key stand together afterwards, where the first of them stood', () => {
    const [a, again] = [{ uid: 'a' }, { uid: 'a', name: 'again' }];
    const [b, c] = [{ uid: 'b' }, { uid: 'c' }];
    const patch = { ownerReferences: [{ $patch: 'delete', uid: 'c' }] };
    expect(strategicMergePatch({ ownerReferences: [b, a, c, b, again] }, patch)).toEqual({
      ownerReferences: [b, b, a, again],
    });
  });
});
