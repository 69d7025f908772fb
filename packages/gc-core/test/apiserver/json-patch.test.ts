import { describe, expect, it } from 'vitest';
import { type JsonPatchOperation, jsonPatch } from '../../src/apiserver/json-patch.ts';
import { PatchError } from '../../src/apiserver/patch-error.ts';

const target = { a: { b: [1, { c: 2 }] } };

/** What is said of an operation that cannot be done. */
function faultOf(operation: JsonPatchOperation): string {
  try {
    jsonPatch(target, [operation]);
  } catch (error) {
    if (error instanceof PatchError) return error.message;
    throw error;
  }
  return 'none';
}

describe('an operation of a JSON patch', () => {
  it('[API-61] that cannot be done is an error of its own kind', () => {
    expect(() => jsonPatch(target, [{}])).toThrow(expect.objectContaining({ name: 'PatchError' }));
  });

  it.each<[JsonPatchOperation, string]>([
    [{ op: 'replace', value: {} }, 'no such place: undefined'],
    [{ op: 'copy', path: '/x' }, 'no such place: undefined'],
    [{ op: 'add', path: 'x', value: 1 }, 'no such place: x'],
    [{ op: 'add', path: '', value: {} }, 'the whole document can only be replaced'],
    [{ op: 'remove', path: '' }, 'the whole document can only be replaced'],
    [{ op: 'copy', from: '', path: '/x' }, 'the whole document can only be replaced'],
    [{ op: 'copy', from: '/a', path: '' }, 'the whole document can only be replaced'],
    [{ op: 'test', path: '', value: target }, 'the whole document can only be replaced'],
    [{ op: 'test', path: '/a/b/-', value: null }, 'no such element: "-"'],
    [{ op: 'test', path: '/a/x/c', value: null }, 'no such place: "x"'],
    [{ op: 'test', path: '/a/b/0/c', value: null }, 'no such place: "c"'],
    [{ op: 'add', path: '/a/b/-4', value: 1 }, 'no such element: "-4"'],
    [{ op: 'replace', path: '/a/b/-', value: 1 }, 'no such element: "-"'],
    [{ op: 'add', path: '/a/b/-/c', value: 1 }, 'no such element: "-"'],
    [{ op: 'spin', path: '/a' }, 'unknown operation "spin"'],
    [{ op: 'test', path: '/a/b', value: 2 }, 'testing value /a/b failed'],
    [{ op: 'copy', from: '/x/z', path: '/y' }, 'no such place: "x"'],
    [{ op: 'remove', path: '/a/b/-3' }, 'no such element: "-3"'],
    [{ op: 'remove', path: '/x' }, 'no such field: "x"'],
    [{ op: 'add', path: '/a/b/0/x/y', value: 1 }, 'no such place: /x/y'],
    [{ op: 'remove', path: '/a/b/2' }, 'no such element: "2"'],
    [{ op: 'remove', path: '/a/b/-' }, 'no such element: "-"'],
    [{ op: 'add', path: '/a/b/3', value: 1 }, 'no such element: "3"'],
    [{ op: 'remove', path: '/a/b/1x' }, 'no such element: "1x"'],
    [{ op: 'remove', path: '/a/b/x1' }, 'no such element: "x1"'],
    [{ op: 'remove', path: '/a/b/' }, 'no such element: ""'],
  ])('[API-61] %j is refused with a reason', (operation, fault) => {
    expect(faultOf(operation)).toBe(fault);
  });

  it.each<[JsonPatchOperation, unknown]>([
    [{ op: 'remove', path: '/a/b/01' }, { a: { b: [1] } }],
    [{ op: 'add', path: 'any/a/b/+1/d', value: 9 }, { a: { b: [1, { c: 2, d: 9 }] } }],
    [{ op: 'add', path: '/a/b/-', value: 9 }, { a: { b: [1, { c: 2 }, 9] } }],
    [{ op: 'add', path: '/a/b/-3', value: 9 }, { a: { b: [9, 1, { c: 2 }] } }],
    [{ op: 'add', path: '/a/b/-1', value: 9 }, { a: { b: [1, { c: 2 }, 9] } }],
    [{ op: 'test', path: '/a/b/-01/c', value: 2 }, target],
    [{ op: 'test', path: '/a/x', value: null }, target],
    [
      { op: 'move', from: '/a/b/-2', path: '/x' },
      { a: { b: [{ c: 2 }] }, x: 1 },
    ],
    [
      { op: 'add', path: '/~1~0~01~', value: 9 },
      { ...target, '/~~1~': 9 },
    ],
    [{ op: 'replace', path: '' }, null],
    [{ op: 'remove', path: '/a/b/1/c' }, { a: { b: [1, {}] } }],
    [{ op: 'replace', path: '/a/b/1', value: 9 }, { a: { b: [1, 9] } }],
    [{ op: 'add', path: '/a/b/2', value: 9 }, { a: { b: [1, { c: 2 }, 9] } }],
    [{ op: 'replace', path: '', value: 9 }, 9],
    [
      { op: 'replace', path: '/x', value: 9 },
      { ...target, x: 9 },
    ],
    [
      { op: 'add', path: '/x' },
      { ...target, x: null },
    ],
    [
      { op: 'copy', from: '/y', path: '/x' },
      { ...target, x: null },
    ],
    [{ op: 'remove', path: '/a/b/-1' }, { a: { b: [1] } }],
    [{ op: 'remove', path: '/a/b/-2' }, { a: { b: [{ c: 2 }] } }],
  ])('[API-61] %j is done in lists and as a whole', (operation, expected) => {
    expect(jsonPatch(target, [operation])).toEqual(expected);
    expect(target).toEqual({ a: { b: [1, { c: 2 }] } });
  });

  it('[API-61] takes elements beyond the ninth', () => {
    const list = Array.from({ length: 12 }, (_, i) => i);
    expect(jsonPatch(list, [{ op: 'replace', path: '/10', value: 'x' }])).toHaveProperty('10', 'x');
  });
});
