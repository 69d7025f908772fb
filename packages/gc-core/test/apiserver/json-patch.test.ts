import { describe, expect, it } from 'vitest';
import { type JsonPatchOperation, jsonPatch, PatchError } from '../../src/apiserver/json-patch.ts';

const target = { a: { b: [1, { c: 2 }] } };

describe('an operation of a JSON patch', () => {
  it.each<JsonPatchOperation>([
    { op: 'replace', value: {} },
    { op: 'spin', path: '/a' },
    { op: 'copy', from: '/x/z', path: '/y' },
    { op: 'remove', path: '/a/b/-3' },
    { op: 'remove', path: '/x' },
    { op: 'add', path: '/a/b/0/c', value: 1 },
    { op: 'remove', path: '/a/b/2' },
  ])('[API-61] %j is refused', (operation) => {
    expect(() => jsonPatch(target, [operation])).toThrow(PatchError);
  });

  it.each<[JsonPatchOperation, unknown]>([
    [{ op: 'test', path: '/a/b/-01/c', value: 2 }, target],
    [
      { op: 'add', path: '/~1~0~01~', value: 9 },
      { ...target, '/~~1~': 9 },
    ],
  ])('[API-61] %j is done in lists and as a whole', (operation, expected) => {
    expect(jsonPatch(target, [operation])).toEqual(expected);
    expect(target).toEqual({ a: { b: [1, { c: 2 }] } });
  });
});
