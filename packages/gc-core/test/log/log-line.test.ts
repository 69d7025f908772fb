import { describe, expect, it } from 'vitest';
import { formatText, type LogValue } from '../../src/log/log-line.ts';

function lineWith(value: LogValue, message = 'm'): string {
  const fields = [{ key: 'k', value }];
  return formatText({ form: 'structured', level: 5, severity: 'info', message, fields });
}

function textOf(value: LogValue): string {
  return lineWith(value).slice('"m" k='.length);
}

/** What `klog.Info` of component-base 0.34 wrote for each text. */
const TEXTS: readonly (readonly [text: string, written: string])[] = [
  ['a\nb', '<\n\ta\n\tb\n >'],
  ['\n', '<\n\t\n >'],
  ['a\n\nb\n', '<\n\ta\n\t\n\tb\n >'],
  ['', '""'],
  ['<&>', '"<&>"'],
  ['\u2028', '"\\u2028"'],
  ['\b\f\v\u0001\u007f', '"\\b\\f\\v\\x01\\x7f"'],
  ['q"\\', '"q\\"\\\\"'],
  ['\\b\\udcff', '"\\\\b\\\\udcff"'],
  ['\udcff', '"\\xff"'],
  ['é😀', '"é😀"'],
  ['a\tb\r', '"a\\tb\\r"'],
  ['\u00a0\u200b', '"\\u00a0\\u200b"'],
];

/** The same for a field of an object, such as the name in an owner reference. */
const NAMES: typeof TEXTS = [
  ['a\nb', '"a\\nb"'],
  ['<&>', '"\\u003c\\u0026\\u003e"'],
  ['\u2028', '"\\u2028"'],
  ['\b\f\v\u0001\u007f', '"\\b\\f\\u000b\\u0001\u007f"'],
  ['q"\\', '"q\\"\\\\"'],
  ['\udcff', '"\\ufffd"'],
];

describe('values of a log line', () => {
  it.each(TEXTS)('a text stands as klog writes it: %j', (text, written) => {
    expect(textOf({ type: 'text', text })).toBe(written);
  });

  it.each(NAMES)('so does the name in a reference: %j', (name, written) => {
    const reference = { apiVersion: 'v1', kind: 'Pod', name, uid: 'u' };
    const expected = `{"apiVersion":"v1","kind":"Pod","name":${written},"uid":"u"}`;
    expect(textOf({ type: 'reference', reference })).toBe(expected);
    expect(textOf({ type: 'references', references: [reference] })).toBe(`[${expected}]`);
  });

  it('[DM-02] an identity is one text, in lines where it has several', () => {
    const identity = { apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'b\n<c>', uid: 'd' };
    expect(textOf({ type: 'identity', identity })).toBe(
      '<\n\t[v1/Pod, namespace: a, name: b\n\t<c>, uid: d]\n >',
    );
  });

  it('the name of an object is not quoted', () => {
    expect(textOf({ type: 'name', namespace: 'a"', name: 'b\t' })).toBe('"a"/b\t"');
    expect(textOf({ type: 'name', namespace: '', name: 'n' })).toBe('"n"');
  });

  it('a message is always on one line', () => {
    expect(lineWith({ type: 'flag', flag: true }, 'a\n\b<')).toBe('"a\\n\\b<" k=true');
  });
});
