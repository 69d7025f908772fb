import { describe, expect, it } from 'vitest';
import { readTime } from '../../src/apiserver/read-time.ts';

describe('a time', () => {
  it.each([
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['2020-02-29T23:59:59.999999999999Z', '2020-02-29T23:59:59Z'],
    ['2020-01-01T0:00:00,5Z', '2020-01-01T00:00:00Z'],
    ['2020-01-01T02:00:00+02:00', '2020-01-01T00:00:00Z'],
    ['2020-01-01T00:00:00-24:60', '2020-01-02T01:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
  ])('[VA-13] %s is read as the server writes it', (text, time) => {
    expect(readTime(text)).toEqual({ ok: true, time });
  });

  it.each([
    ['', '"" as "2006"'],
    ['20x0-01-01T00:00:00Z', '"20x0-01-01T00:00:00Z" as "2006"'],
    ['a2020-01-01', '"a2020-01-01" as "2006"'],
    ['2020x01', '"x01" as "-"'],
    ['2020-01x-01', '"x-01" as "-"'],
    ['2020-01-01xT00', '"xT00" as "T"'],
    ['2020-01-01Tx12:00', '"x12:00" as "15"'],
    ['2020-01-01T00:00x:00Z', '"x:00Z" as ":"'],
    ['2020-01-01T00:00:x00Z', '"x00Z" as "05"'],
    ['2020-01-01T00:00:00\u0080', '"\\xc2\\x80" as "Z07:00"'],
    ['2020-1-01', '"1-01" as "01"'],
    ['2020-01-', '"" as "02"'],
    ['2020-01-01 0', '" 0" as "T"'],
    ['2020-01-01Tx', '"x" as "15"'],
    ['2020-01-01T1:0', '"0" as "04"'],
    ['2020-01-01T00:00:0Z', '"0Z" as "05"'],
    ['2020-01-01T00:00:00.Z', '".Z" as "Z07:00"'],
    ['2020-01-01T00:00:00+1:00', '"+1:00" as "Z07:00"'],
    ['2020-01-01T00:00:00\u00e9"\\\n', '"\\xc3\\xa9\\"\\\\\\x0a" as "Z07:00"'],
  ])('[VA-13] %j is refused where it cannot go on', (text, fault) => {
    const layout = 'as "2006-01-02T15:04:05Z07:00": cannot parse';
    expect(readTime(text)).toEqual({
      ok: false,
      message: expect.stringMatching(/^parsing time ".*" as /s),
    });
    expect(readTime(text)).toHaveProperty('message', expect.stringContaining(`${layout} ${fault}`));
  });

  it.each([
    ['2020-00-01T00:00:00Z', 'month out of range'],
    ['2020-13x', 'month out of range'],
    ['2020-02-30T24:00:00Z', 'hour out of range'],
    ['2020-02-30T23:60:00Z', 'minute out of range'],
    ['2020-02-30T23:59:60Z', 'second out of range'],
    ['2020-02-30T23:59:59+25:61x', 'time zone offset minute out of range'],
    ['2020-02-30T23:59:59+25:60x', 'time zone offset hour out of range'],
    ['2020-02-30T23:59:59Zx', 'extra text: "x"'],
    ['2020-02-30T23:59:59Z', 'day out of range'],
    ['2020-01-00T00:00:00Z', 'day out of range'],
  ])('[VA-13] %s is refused for one reason', (text, fault) => {
    expect(readTime(text)).toEqual({ ok: false, message: `parsing time "${text}": ${fault}` });
  });
});
