import { describe, expect, it } from 'vitest';
import { formatJson, formatText, type LogLine, type LogValue } from '../../src/log/log-line.ts';

function lineWith(value: LogValue, message = 'm'): LogLine {
  const fields = [{ key: 'k', value }];
  return { form: 'structured', level: 5, severity: 'info', message, fields };
}

function formats(value: LogValue): string[] {
  const [text, json] = [formatText(lineWith(value)), formatJson(lineWith(value))];
  return [text.slice('"m" k='.length), json.slice('{"msg":"m","v":5,"k":'.length, -1)];
}

/** What `klog.Info` and the JSON logger of component-base 0.34 wrote for each text, in text and in JSON. */
const TEXTS: readonly (readonly [text: string, asText: string, asJson: string])[] = [
  ['a\nb', '<\n\ta\n\tb\n >', '"a\\nb"'],
  ['\n', '<\n\t\n >', '"\\n"'],
  ['a\n\nb\n', '<\n\ta\n\t\n\tb\n >', '"a\\n\\nb\\n"'],
  ['', '""', '""'],
  ['<&>', '"<&>"', '"<&>"'],
  ['\u2028', '"\\u2028"', '"\u2028"'],
  ['\b\f\v\u0001\u007f', '"\\b\\f\\v\\x01\\x7f"', '"\\u0008\\u000c\\u000b\\u0001\u007f"'],
  ['q"\\', '"q\\"\\\\"', '"q\\"\\\\"'],
  ['\\b\\udcff', '"\\\\b\\\\udcff"', '"\\\\b\\\\udcff"'],
  ['\udcff', '"\\xff"', '"\\ufffd"'],
  ['é😀', '"é😀"', '"é😀"'],
  ['a\tb\r', '"a\\tb\\r"', '"a\\tb\\r"'],
  ['\u00a0\u200b', '"\\u00a0\\u200b"', '"\u00a0\u200b"'],
];

/** The same for a field of an object, such as the name in an owner reference. */
const NAMES: typeof TEXTS = [
  ['a\nb', '"a\\nb"', '"a\\nb"'],
  ['<&>', '"\\u003c\\u0026\\u003e"', '"<&>"'],
  ['\u2028', '"\\u2028"', '"\\u2028"'],
  ['\b\f\v\u0001\u007f', '"\\b\\f\\u000b\\u0001\u007f"', '"\\b\\f\\u000b\\u0001\u007f"'],
  ['q"\\', '"q\\"\\\\"', '"q\\"\\\\"'],
  ['\udcff', '"\\ufffd"', '"\\ufffd"'],
];

describe('values of a log line', () => {
  it.each(TEXTS)('a text stands as the loggers write it: %j', (text, asText, asJson) => {
    expect(formats({ type: 'text', text })).toEqual([asText, asJson]);
  });

  it.each(NAMES)('so does the name in a reference: %j', (name, asText, asJson) => {
    const reference = { apiVersion: 'v1', kind: 'Pod', name, uid: 'u' };
    const written = (text: string): string =>
      `{"apiVersion":"v1","kind":"Pod","name":${text},"uid":"u"}`;
    expect(formats({ type: 'reference', reference })).toEqual([asText, asJson].map(written));
    expect(formats({ type: 'references', references: [reference] })).toEqual(
      [asText, asJson].map((each) => `[${written(each)}]`),
    );
  });

  it('[DM-02] an identity is one text, in lines where it has several', () => {
    const identity = { apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'b\n<c>', uid: 'd' };
    expect(formats({ type: 'identity', identity })).toEqual([
      '<\n\t[v1/Pod, namespace: a, name: b\n\t<c>, uid: d]\n >',
      '{"name":"b\\n<c>","namespace":"a","apiVersion":"v1","uid":"d"}',
    ]);
  });

  it('the name of an object is not quoted in text', () => {
    expect(formats({ type: 'name', namespace: 'a"', name: 'b\t' })).toEqual([
      '"a"/b\t"',
      '{"name":"b\\t","namespace":"a\\""}',
    ]);
    expect(formats({ type: 'name', namespace: '', name: 'n' })).toEqual(['"n"', '{"name":"n"}']);
  });

  it('a message is always on one line', () => {
    const line = lineWith({ type: 'flag', flag: true }, 'a\n\b<');
    expect(formatText(line)).toBe('"a\\n\\b<" k=true');
    expect(formatJson(line)).toBe('{"msg":"a\\n\\u0008<","v":5,"k":true}');
  });
});
