import { describe, expect, it } from 'vitest';
import { type JsonPatchOperation, jsonPatch, PatchError } from '../../src/apiserver/json-patch.ts';

const target = { a: { b: [1, { c: 2 }] } };

// Real API servers have answered many more of them: conformance/answers/requests-decoding.jsonl.
describe('an operation of a JSON patch', () => {
  it.each<JsonPatchOperation>([
    { op: 'replace', value: {} },
    { op: 'test', path: '/a/x/c', value: null },
    { op: 'test', path: '/constructor', value: {} },
    { op: 'add', path: '/a/b/-4', value: 1 },
    { op: 'add', path: '/a/b/0/c', value: 1 },
    { op: 'remove', path: '/a/b/2' },
    { op: 'remove', path: '/x' },
    { op: 'spin', path: '/a' },
  ])('[API-61] %j is refused', (operation) => {
    expect(() => jsonPatch(target, [operation])).toThrow(PatchError);
  });

  it.each<[JsonPatchOperation, unknown]>([
    [{ op: 'add', path: '/a/b/-3', value: 9 }, { a: { b: [9, 1, { c: 2 }] } }],
    [{ op: 'test', path: '/a/b/-01/c', value: 2 }, target],
    [
      { op: 'add', path: '/~1~0~01~', value: 9 },
      { ...target, '/~~1~': 9 },
    ],
  ])('[API-61] %j is done, and the object stays what it was', (operation, expected) => {
    expect(jsonPatch(target, [operation])).toEqual(expected);
    expect(target).toEqual({ a: { b: [1, { c: 2 }] } });
  });
});
