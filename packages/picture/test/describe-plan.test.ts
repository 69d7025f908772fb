import { describe, expect, it } from 'vitest';
import {
  countOf,
  describeGoing,
  describeReason,
  formatBytes,
  formatSpan,
} from '../src/describe-plan.ts';

const item = (reason: string, goes = false) => ({ reason, goes, notes: [] });

describe('words of the node picture', () => {
  it('has spans in one unit', () => {
    const spans = [0, 119_000, 120_000, 7_199_000, 7_200_000, 172_799_000, 172_800_000, -7000];
    expect(spans.map(formatSpan)).toEqual(['0s', '119s', '2m', '119m', '2h', '47h', '2d', '7s']);
  });

  it('has sizes in binary units, and none for what is no size', () => {
    const sizes = [0, 1023, 1024, 1536 * 1024, 5 * 1024 ** 4, -1, Number.NaN, Infinity];
    expect(sizes.map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '1.5 MiB',
      '5.0 TiB',
      '0 B',
      '0 B',
      '0 B',
    ]);
  });

  it('counts in words', () => {
    expect([countOf(1, 'pod', 'pods'), countOf(12345678, 'pod', 'pods')]).toEqual([
      '1 pod',
      '12,345,678 pods',
    ]);
    expect(describeGoing([item('a'), item('b', true)])).toBe(', 1 of them goes');
    expect(describeGoing([item('a', true), item('b', true)])).toBe(', 2 of them go');
    expect(describeGoing([])).toBe('');
  });

  it('leaves a reason that it does not know as it is', () => {
    expect(describeReason(item('over-unit-limit'))).toBe('over the limit per name');
    expect(describeReason(item('some-new-code'))).toBe('some-new-code');
  });
});
