import { describe, expect, it } from 'vitest';
import {
  formatNanoTime,
  formatSpan,
  parseNanoTime,
  parseSpan,
  ZERO_TIME,
} from '../../src/kubelet/nano-time.ts';

describe('times in nanoseconds', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['2026-11-21T13:55:43.82077839+02:00', 1_795_262_143_820_778_390n],
    ['0001-01-01T00:00:00Z', ZERO_TIME],
    ['1969-12-31T23:59:59.5Z', -500_000_000n],
  ])('%s', (text, time) => {
    expect(parseNanoTime(text)).toBe(time);
    expect(parseNanoTime(formatNanoTime(time))).toBe(time);
  });

  it('has as many decimals as it takes', () => {
    expect(formatNanoTime(500_000_000n)).toBe('1970-01-01T00:00:00.5Z');
    expect(formatNanoTime(120n)).toBe('1970-01-01T00:00:00.00000012Z');
  });

  it.each(['', 'today', '2026-01-01', '2026-01-01T00:00:00', '1970-01-01T00:00:00.Z'])(
    '"%s" is no time',
    (text) => {
      expect(parseNanoTime(text)).toBeUndefined();
    },
  );

  it.each([
    ['0', 0n, '0s'],
    ['0s', 0n, '0s'],
    ['1h30m', 5_400_000_000_000n, '1h30m0s'],
    ['2m0.5s', 120_500_000_000n, '2m0.5s'],
    ['1ns', 1n, '0.000000001s'],
    ['1m0.000000001s', 60_000_000_001n, '1m0.000000001s'],
    ['-5m', -300_000_000_000n, '-5m0s'],
    ['1.5h', 5_400_000_000_000n, '1h30m0s'],
    ['3us2µs1μs', 6000n, '0.000006s'],
    ['500ms', 500_000_000n, '0.5s'],
    ['+5m', 300_000_000_000n, '5m0s'],
    ['9223372036854775807ns', 2n ** 63n - 1n, '2562047h47m16.854775807s'],
  ])('%s is a span', (text, span, written) => {
    expect(parseSpan(text)).toBe(span);
    expect(formatSpan(span)).toBe(written);
  });

  it.each(['', '5', 'm', '5 m', '1d', '--5m', '9223372036854775808ns', '1e3s', '1h!', '0x'])(
    '"%s" is none',
    (text) => {
      expect(parseSpan(text)).toBeUndefined();
    },
  );
});
