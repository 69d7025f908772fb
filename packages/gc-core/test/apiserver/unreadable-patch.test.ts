import { describe, expect, it } from 'vitest';
import type { PatchType } from '../../src/apiserver/api-request.ts';
import { applyPatch } from '../../src/apiserver/apply-patch.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';

const DEEP = JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`);

/** What a patch makes of a map. */
function patched(type: PatchType, target: object, body: unknown): unknown {
  const result = applyPatch(target as ApiObject, type, body);
  return result.ok ? result.body : result.status;
}

describe('a patch', () => {
  it.each<[PatchType, unknown, string]>([
    [
      'json',
      {},
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [
      'json',
      [{ op: 5 }],
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
    [
      'merge',
      [],
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    ['merge', null, 'Invalid JSON Patch'],
    [
      'strategic-merge',
      true,
      'json: cannot unmarshal bool into Go value of type map[string]interface {}',
    ],
    ['json', [DEEP], 'the patch is nested too deep'],
    ['merge', { a: DEEP }, 'the patch is nested too deep'],
  ])('[VA-13] (%s) %j cannot be read: a 400 that says why', (type, body, message) => {
    expect(patched(type, {}, body)).toMatchObject({ code: 400, message });
  });

  it.each(['json', 'strategic-merge'] as const)('[VA-13] (%s) may be null', (type) => {
    expect(patched(type, { a: 1 }, null)).toEqual({ a: 1 });
  });

  it('[PA-01] (merge) takes the nulls out of the maps in its lists, and leaves those of the list', () => {
    const a = [null, { b: null, c: { d: null } }, [{ e: null }]];
    expect(patched('merge', { a: [1] }, { a })).toEqual({ a: [null, { c: {} }, [{}]] });
  });
});
