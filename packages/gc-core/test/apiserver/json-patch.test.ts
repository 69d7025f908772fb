import { describe, expect, it } from 'vitest';
import { type JsonPatchOperation, jsonPatch, PatchError } from '../../src/apiserver/json-patch.ts';

const target = { a: { b: [1, { c: 2 }] } };

describe('an operation of a JSON patch', () => {
  it.each<JsonPatchOperation>([
    { op: 'replace', value: {} },
    { op: 'copy', path: '/x' },
    { op: 'add', path: 'x', value: 1 },
    { op: 'add', path: '', value: {} },
    { op: 'remove', path: '' },
    { op: 'copy', from: '', path: '/x' },
    { op: 'copy', from: '/a', path: '' },
    { op: 'test', path: '', value: target },
    { op: 'test', path: '/a/b/-', value: null },
    { op: 'test', path: '/a/x/c', value: null },
    { op: 'test', path: '/a/b/0/c', value: null },
    { op: 'add', path: '/a/b/-4', value: 1 },
    { op: 'replace', path: '/a/b/-', value: 1 },
    { op: 'add', path: '/a/b/-/c', value: 1 },
    { op: 'spin', path: '/a' },
    { op: 'test', path: '/a/b', value: 2 },
    { op: 'copy', from: '/x/z', path: '/y' },
    { op: 'remove', path: '/a/b/-3' },
    { op: 'remove', path: '/x' },
    { op: 'copy', from: '/a/b/length', path: '/n' },
    { op: 'test', path: '/constructor', value: {} },
    { op: 'add', path: '/a/b/0/c', value: 1 },
    { op: 'add', path: '/a/b/0/x/y', value: 1 },
    { op: 'remove', path: '/a/b/2' },
    { op: 'remove', path: '/a/b/-' },
    { op: 'add', path: '/a/b/3', value: 1 },
    { op: 'remove', path: '/a/b/1x' },
    { op: 'remove', path: '/a/b/x1' },
    { op: 'remove', path: '/a/b/' },
  ])('[API-61] %j is refused', (operation) => {
    expect(() => jsonPatch(target, [operation])).toThrow(PatchError);
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
