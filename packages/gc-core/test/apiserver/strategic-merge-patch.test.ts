import { describe, expect, it } from 'vitest';
import { PatchError } from '../../src/apiserver/patch-error.ts';
import { strategicMergePatch } from '../../src/apiserver/strategic-merge-patch.ts';

function faultOf(patch: Record<string, unknown>): string {
  try {
    strategicMergePatch({ finalizers: ['a'], containers: [{ name: 'x' }] }, patch);
  } catch (error) {
    if (error instanceof PatchError) return error.message;
    throw error;
  }
  return 'none';
}

describe('lists of a strategic merge patch', () => {
  it.each([
    ['conditions', 'type'],
    ['addresses', 'type'],
    ['containers', 'name'],
    ['initContainers', 'name'],
    ['ephemeralContainers', 'name'],
    ['env', 'name'],
    ['ports', 'containerPort'],
    ['ports', 'port'],
    ['volumes', 'name'],
    ['volumeMounts', 'mountPath'],
    ['volumeDevices', 'devicePath'],
    ['imagePullSecrets', 'name'],
    ['secrets', 'name'],
    ['hostAliases', 'ip'],
    ['topologySpreadConstraints', 'topologyKey'],
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

  it('[PA-02] an element without a key is left alone, unless it is of the patch', () => {
    const conditions = [{ status: 'x' }, { type: 'a' }];
    const added = { conditions: [{ type: 'a', status: 'y' }, { type: 'b' }] };
    expect(strategicMergePatch({ conditions }, added)).toEqual({
      conditions: [{ status: 'x' }, { type: 'a', status: 'y' }, { type: 'b' }],
    });
    const keyless = { conditions: [{ status: 'x' }] };
    expect(() => strategicMergePatch({ conditions }, keyless)).toThrow('merge key: type');
    expect(() => strategicMergePatch({}, { conditions: [{ type: null }] })).not.toThrow();
    const emptied = { conditions: [{ type: null, status: 'z' }] };
    expect(strategicMergePatch({ conditions: [{ type: 'a' }] }, emptied)).toEqual({
      conditions: [{ status: 'z' }, { type: 'a' }],
    });
  });

  it('[PA-01] other lists are replaced', () => {
    expect(strategicMergePatch({ args: ['a'], '': [1] }, { args: ['b'], '': [2] })).toEqual({
      args: ['b'],
      '': [2],
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ $patch: 'spin' }, 'unknown patch type: spin in map: map[$patch:spin]'],
    [
      { b: 1, $patch: 'spin', d: ['x', {}], a: null, c: true },
      'unknown patch type: spin in map: map[$patch:spin a:<nil> b:1 c:true d:[x map[]]]',
    ],
    [
      { containers: [{ image: 'i' }] },
      'map: map[image:i] does not contain declared merge key: name',
    ],
    [{ $patch: null }, 'unknown patch type: %!s(<nil>) in map: map[$patch:<nil>]'],
    [{ $patch: 1.5 }, 'unknown patch type: %!s(float64=1.5) in map: map[$patch:1.5]'],
    [{ $patch: true }, 'unknown patch type: %!s(bool=true) in map: map[$patch:true]'],
    [{ '$setElementOrder/containers': 'x' }, 'expected a []interface {}, but received a string'],
    [{ '$setElementOrder/containers': 5 }, 'expected a []interface {}, but received a int64'],
    [{ '$setElementOrder/containers': 0.5 }, 'expected a []interface {}, but received a float64'],
    [{ '$setElementOrder/containers': true }, 'expected a []interface {}, but received a bool'],
    [
      { '$setElementOrder/args': ['x'], args: {} },
      'expected a []interface {}, but received a map[string]interface {}',
    ],
  ])('[PA-01] %j is refused with a reason', (patch, fault) => {
    expect(faultOf(patch)).toBe(fault);
  });

  it('[PA-01] directives for a list that is not there do nothing', () => {
    const patch = {
      '$setElementOrder/containers': [{ name: 'x' }],
      '$deleteFromPrimitiveList/finalizers': ['a'],
    };
    expect(strategicMergePatch({ b: 1, c: 2 }, patch)).toEqual({ b: 1, c: 2 });
    expect(strategicMergePatch({ b: 1, c: 2 }, { ...patch, $retainKeys: ['b'] })).toEqual({ b: 1 });
  });

  it('[PA-01] an element that replaces, whatever it names, leaves of the list what is no directive', () => {
    const containers = [{ name: 'a', image: '1' }, { name: 'b' }];
    const patch = {
      containers: [
        { name: 'c', image: null },
        { $patch: 'replace', name: 'a' },
      ],
    };
    expect(strategicMergePatch({ containers }, patch)).toEqual({ containers: [{ name: 'c' }] });
  });

  it('[PA-01] the order of ports goes by the key that they have', () => {
    const ports = [{ port: 1 }, { containerPort: 2 }, { port: 3 }];
    const order = [{ containerPort: 2 }, { port: 3 }, { port: 1 }];
    const patch = { '$setElementOrder/ports': order };
    expect(strategicMergePatch({ ports }, patch, 'spec')).toEqual({ ports: order });
  });

  it('[PA-01] is no list: what was there before goes', () => {
    expect(strategicMergePatch({ finalizers: 'x' }, { finalizers: ['a'] })).toEqual({
      finalizers: ['a'],
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ '$setElementOrder/finalizers': 5 }, 'received a int64'],
    [{ '$setElementOrder/finalizers': [], finalizers: null }, 'received a %!s(<nil>)'],
    [{ '$setElementOrder/finalizers': [], finalizers: {} }, 'received a map[string]interface {}'],
    [{ '$setElementOrder/name': [] }, 'received a string'],
  ])('[PA-01] an order, what it orders and what is ordered are lists: %j', (patch, words) => {
    expect(() => strategicMergePatch({ name: 'n' }, patch)).toThrow(words);
  });

  it('[PA-01] an order of what is not there is not read', () => {
    const patch = { '$setElementOrder/ownerReferences': [{}] };
    expect(strategicMergePatch({ name: 'n' }, patch)).toEqual({ name: 'n' });
  });

  it.each([
    [-(2 ** 63), 'int64=-9223372036854775808'],
    [2 ** 63, 'float64=9.223372036854776e+18'],
    [-(2 ** 63) * 2, 'float64=-1.8446744073709552e+19'],
    [999999.5, 'float64=999999.5'],
    [1234567.5, 'float64=1.2345675e+06'],
    [0.00012, 'float64=0.00012'],
    [-0.00001, 'float64=-1e-05'],
    [1e-10, 'float64=1e-10'],
  ])(
    '[PA-01] a directive that is the number %d is told as the server prints it',
    (number, words) => {
      const told = `unknown patch type: %!s(${words})`;
      expect(() => strategicMergePatch({}, { $patch: number })).toThrow(told);
    },
  );

  it('[PA-01] directives make no list where there is none, and $retainKeys is no field', () => {
    const patch = {
      '$setElementOrder/finalizers': ['a'],
      '$deleteFromPrimitiveList/finalizers': ['a'],
      $retainKeys: ['name'],
    };
    expect(strategicMergePatch({ name: 'n' }, patch)).toEqual({ name: 'n' });
    const long = `${'x'.repeat('$setElementOrder/'.length)}name`;
    expect(strategicMergePatch({ name: 'n' }, { [long]: 'v' })).toEqual({ name: 'n', [long]: 'v' });
  });

  it.each([
    'labels',
    'annotations',
    'matchLabels',
    'nodeSelector',
    'data',
    'binaryData',
    'stringData',
  ])(
    '[PA-01] a directive is a key like others in %s that are new, and no order of what is there',
    (name) => {
      const map = { $retainKeys: 'a', '$setElementOrder/b': 'c' };
      expect(strategicMergePatch({}, { [name]: map })).toEqual({ [name]: map });
      const patch = { [name]: { '$setElementOrder/b': ['c'] } };
      const old = { [name]: { d: 'e' } };
      expect(() => strategicMergePatch(old, patch)).toThrow('is: map');
      const text = { [name]: { b: 'd' } };
      expect(() => strategicMergePatch(text, patch)).toThrow('but received a string');
    },
  );

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

  it('[PA-01] finalizers that are held twice are held once after a merge, not after a removal', () => {
    const finalizers = ['a', 'a', 'b', 'a'];
    expect(strategicMergePatch({ finalizers }, { finalizers: ['c'] })).toEqual({
      finalizers: ['c', 'a', 'b'],
    });
    expect(strategicMergePatch({ finalizers }, { finalizers: [] })).toEqual({
      finalizers: ['a', 'b'],
    });
    const removed = { '$deleteFromPrimitiveList/finalizers': ['b'] };
    expect(strategicMergePatch({ finalizers }, removed)).toEqual({ finalizers: ['a', 'a', 'a'] });
    expect(strategicMergePatch({}, { finalizers })).toEqual({ finalizers });
  });

  it('[PA-01] lists that are new, or replaced, have what the patch has', () => {
    const ownerReferences = [{ uid: 'u' }];
    expect(strategicMergePatch({}, { finalizers: ['a'], ownerReferences })).toEqual({
      finalizers: ['a'],
      ownerReferences,
    });
    const replaced = { ownerReferences: [{ $patch: 'replace' }, { uid: 'v' }] };
    expect(strategicMergePatch({ ownerReferences }, replaced)).toEqual({
      ownerReferences: [{ uid: 'v' }],
    });
  });

  it('[PA-02] what is deleted and comes again is new', () => {
    const patch = {
      ownerReferences: [
        { $patch: 'delete', uid: 'b' },
        { uid: 'b', name: 'again' },
      ],
    };
    expect(strategicMergePatch({ ownerReferences: [{ uid: 'a' }, { uid: 'b' }] }, patch)).toEqual({
      ownerReferences: [{ uid: 'b', name: 'again' }, { uid: 'a' }],
    });
  });

  it('[PA-02] an empty order is none, and contradicts no list', () => {
    const patch = { '$setElementOrder/finalizers': [], finalizers: ['c'] };
    expect(strategicMergePatch({ finalizers: ['a'] }, patch)).toEqual({ finalizers: ['c', 'a'] });
  });

  it('[PA-02] an order does not name what the patch deletes', () => {
    const ownerReferences = [{ uid: 'a' }, { uid: 'b' }, { uid: 'c' }];
    const patch = {
      '$setElementOrder/ownerReferences': [{ uid: 'c' }, { uid: 'a' }],
      ownerReferences: [{ $patch: 'delete', uid: 'b' }],
    };
    expect(strategicMergePatch({ ownerReferences }, patch)).toEqual({
      ownerReferences: [{ uid: 'c' }, { uid: 'a' }],
    });
  });

  it('[PA-02] elements of one key stand together afterwards, where the first of them stood', () => {
    const [a, b, again, c] = [
      { uid: 'a' },
      { uid: 'b' },
      { uid: 'a', name: 'again' },
      { uid: 'c' },
    ];
    const patch = { ownerReferences: [{ $patch: 'delete', uid: 'c' }] };
    expect(strategicMergePatch({ ownerReferences: [b, a, c, b, again] }, patch)).toEqual({
      ownerReferences: [b, b, a, again],
    });
  });

  it('[PA-01] a field whose name ends in that of a list is no order of it', () => {
    const key = `${'x'.repeat('$setElementOrder/'.length)}finalizers`;
    expect(strategicMergePatch({ finalizers: ['a'] }, { [key]: 'v' })).toEqual({
      finalizers: ['a'],
      [key]: 'v',
    });
  });

  it('[PA-01] a removal that is no list removes nothing', () => {
    const patch = { '$deleteFromPrimitiveList/finalizers': 'a' };
    expect(strategicMergePatch({ finalizers: ['a'] }, patch)).toEqual({ finalizers: ['a'] });
  });
});
