import { describe, expect, it } from 'vitest';
import { byteLength, jsonText, quoted } from '../../src/apiserver/fault-values.ts';
import { faultWords } from '../../src/apiserver/fault-words.ts';
import { validateObjectMeta } from '../../src/apiserver/validate-object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';

const newer = faultWords(RELEASES['v1.36']);
const older = faultWords(RELEASES['v1.28']);
const owner = { apiVersion: 'v1', kind: 'A', name: '<b>', uid: 'ü\t' };

describe('values in refusals', () => {
  it.each([
    ['plain Ünï 😀 \u0301 \ufffd', '"plain Ünï 😀 \u0301 \ufffd"'],
    ['\x07\b\t\n\v\f\r', '"\\a\\b\\t\\n\\v\\f\\r"'],
    ['\x00\x1b\x7f', '"\\x00\\x1b\\x7f"'],
    ['\x80\xa0\xad\u200b\u3000\u2028', '"\\u0080\\u00a0\\u00ad\\u200b\\u3000\\u2028"'],
    ['\ue000\u{10ffff}', '"\\ue000\\U0010ffff"'],
    ['a"\\\'<&', '"a\\"\\\\\'<&"'],
    ['a\ud800', '"a\ufffd"'],
    ['\udc80\udcff\udbff', '"\ufffd\ufffd\ufffd"'],
  ])('[VA-11] %j is quoted as %s', (text, shown) => {
    expect(quoted(text)).toBe(shown);
  });

  it('[VA-11] as JSON they have no markup', () => {
    expect(jsonText(['<a>&\u2028\u2029', 1, null])).toBe(
      '["\\u003ca\\u003e\\u0026\\u2028\\u2029",1,null]',
    );
  });

  it.each([
    ['', 0],
    ['az\x7f', 3],
    ['\x80\u07ff', 4],
    ['\u0800\uffff', 6],
    ['😀', 4],
    ['\u{10000}', 4],
  ])('[VA-11] %j has %i bytes', (text, count) => {
    expect(byteLength(text)).toBe(count);
  });

  it('[VA-11] are JSON in 1.36', () => {
    expect(newer.typedText('<\u200b')).toBe('"\\u003c\u200b"');
    expect(newer.texts(['a', 'b'])).toBe('["a","b"]');
    expect(newer.reference({ ...owner, controller: true })).toBe(
      '{"apiVersion":"v1","kind":"A","name":"\\u003cb\\u003e","uid":"ü\\t","controller":true}',
    );
    expect(newer.references([owner])).toBe(`[${newer.reference(owner)}]`);
    expect(newer.time('2026-01-01T00:00:00Z')).toBe('"2026-01-01T00:00:00Z"');
    expect(newer.time('0001-01-01T00:00:00Z')).toBe('null');
  });

  it('[VA-11] are in the syntax of the server in 1.28', () => {
    expect(older.typedText('<\u200b')).toBe('"<\\u200b"');
    expect(older.texts(['a', 'b'])).toBe('[]string{"a", "b"}');
    const shown =
      'v1.OwnerReference{APIVersion:"v1", Kind:"A", Name:"<b>", UID:"ü\\t", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}';
    expect(older.reference(owner)).toBe(shown);
    expect(older.references([owner, owner])).toBe(`[]v1.OwnerReference{${shown}, ${shown}}`);
    expect(older.reference({ ...owner, controller: true, blockOwnerDeletion: false })).toMatch(
      /Controller:\(\*bool\)\(0x[0-9a-f]+\), BlockOwnerDeletion:\(\*bool\)\(0x[0-9a-f]+\)}$/,
    );
    expect(older.time('2026-01-01T00:00:00Z')).toBe('2026-01-01 00:00:00 +0000 UTC');
  });

  it('[VA-06] annotations have 256 KiB together, keys and values, in the words of a release', () => {
    const faults = (length: number, words: typeof newer): string[] =>
      validateObjectMeta(
        { name: 'n', uid: 'u', annotations: { a: 'x'.repeat(length - 4), b: 'ä' } },
        { custom: false },
        words,
      ).map(({ reason, field, message }) => `${reason} ${field} ${message}`);
    expect(faults(256 * 1024, newer)).toEqual([]);
    expect(faults(256 * 1024 + 1, newer)).toEqual([
      'FieldValueTooLong metadata.annotations Too long: may not be more than 262144 bytes',
    ]);
    expect(faults(256 * 1024 + 1, older)).toEqual([
      'FieldValueTooLong metadata.annotations Too long: must have at most 262144 bytes',
    ]);
  });
});
