import { describe, expect, it } from 'vitest';
import { PatchError } from '../../src/apiserver/json-patch.ts';
import { strategicMergePatch } from '../../src/apiserver/strategic-merge-patch.ts';

describe('lists of a strategic merge patch', () => {
  it.each([
    ['conditions', 'type'],
    ['containers', 'name'],
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

  it('[PA-01] the ports of an EndpointSlice are replaced, and $setElementOrder has no effect on them', () => {
    const slice = { ports: [{ name: 'a', port: 1 }, { name: 'b' }] };
    const patch = { '$setElementOrder/ports': [{ port: 2 }, { port: 1 }], ports: [{ port: 1 }] };
    expect(strategicMergePatch(slice, patch)).toEqual({ ports: [{ port: 1 }] });
  });

  it('[PA-01] other lists are replaced, and so is what is not a list', () => {
    const target = { args: ['a'], '': [1], finalizers: 'x' };
    const patch = { args: ['b'], '': [2], finalizers: ['a'] };
    expect(strategicMergePatch(target, patch)).toEqual(patch);
  });

  it.each([
    [{ $patch: 'spin' }, '$patch: "spin" is neither replace nor delete'],
    [{ metadata: { labels: { $patch: null } } }, '$patch: null is neither replace nor delete'],
    [{ containers: [{ $patch: 'merge' }] }, '$patch: "merge" is neither replace nor delete'],
    [{ containers: [{ image: 'i' }] }, 'containers: each element needs name'],
    [{ containers: [{ $patch: 'delete' }] }, 'containers: each element needs name'],
  ])('[PA-01] %j is refused with a reason', (patch, fault) => {
    const target = { metadata: {}, containers: [{ name: 'x' }] };
    expect(() => strategicMergePatch(target, patch)).toThrow(new PatchError(fault));
  });

  it('[PA-01] directives for a list that is not there do nothing, nor does an order of another form', () => {
    const patch = {
      '$setElementOrder/containers': [{ name: 'x' }],
      '$deleteFromPrimitiveList/finalizers': ['a'],
      '$setElementOrder/b': 5,
    };
    expect(strategicMergePatch({ b: 1, c: 2 }, patch)).toEqual({ b: 1, c: 2 });
    expect(strategicMergePatch({ b: 1, c: 2 }, { ...patch, $retainKeys: ['b'] })).toEqual({ b: 1 });
    const long = `${'x'.repeat('$setElementOrder/'.length)}finalizers`;
    expect(strategicMergePatch({ finalizers: ['a'] }, { [long]: ['v'] })).toEqual({
      finalizers: ['a'],
      [long]: ['v'],
    });
  });

  it('[PA-01] the order of ports goes by the key that they have', () => {
    const ports = [{ port: 1 }, { containerPort: 2 }, { port: 3 }];
    const order = [{ containerPort: 2 }, { port: 3 }, { port: 1 }];
    const patch = { '$setElementOrder/ports': order };
    expect(strategicMergePatch({ ports }, patch, 'spec')).toEqual({ ports: order });
  });

  it('[PA-01] directives, nulls and maps that are directives are left out of what is new', () => {
    const spec = {
      $retainKeys: ['type'],
      '$setElementOrder/ports': [],
      gone: null,
      unset: { $patch: 'delete' },
      type: 'x',
      ports: [{ $retainKeys: ['port'], port: 1, name: null }],
    };
    expect(strategicMergePatch({}, { spec })).toStrictEqual({
      spec: { type: 'x', ports: [{ port: 1 }] },
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
