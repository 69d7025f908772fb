import { describe, expect, it } from 'vitest';
import { BYTES, OBJECT_META } from '../../src/apiserver/json-types.ts';
import { misfitSentence, readTyped } from '../../src/apiserver/read-typed.ts';

describe('a value of a type', () => {
  it.each([
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['2020-02-29T23:59:59.999999999Z', '2020-02-29T23:59:59Z'],
    ['2020-01-01T02:00:00+02:00', '2020-01-01T00:00:00Z'],
  ])('[VA-13] the time %s is kept in UTC, without a fraction', (creationTimestamp, kept) => {
    expect(readTyped(OBJECT_META, { creationTimestamp })).toEqual({
      ok: true,
      value: { creationTimestamp: kept },
      unknown: [],
    });
  });

  it.each(['', '2020-01-01', '2020-02-30T00:00:00Z', '2020-01-01T24:00:00Z'])(
    '[VA-13] %j is no time',
    (creationTimestamp) => {
      const read = readTyped(OBJECT_META, { creationTimestamp }, 'metadata');
      expect(!read.ok && misfitSentence(read)).toBe(
        'metadata.creationTimestamp must be a time such as 2026-01-31T12:00:00Z',
      );
    },
  );

  it.each([
    ['', true],
    ['YQ==', true],
    ['+/Az', true],
    ['YWJj\r\nZGVm\n', true],
    ...['YQ', 'YQ=', 'YQ===', 'Y Q==', '=', 'AB=C', 'ABC\u00e9'].map(
      (text) => [text, false] as const,
    ),
  ] as const)('[VA-13] whether %j is base64: %s', (text, isBase64) => {
    expect(readTyped(BYTES, text).ok).toBe(isBase64);
  });

  it('[VA-13] the path leads to the first thing that does not fit', () => {
    const ownerReferences = [{ uid: 'a' }, { name: 'b', uid: 5 }];
    const read = readTyped(OBJECT_META, { labels: {}, ownerReferences }, 'metadata');
    expect(!read.ok && misfitSentence(read)).toBe(
      'metadata.ownerReferences[1].uid must be a string',
    );
  });
});
