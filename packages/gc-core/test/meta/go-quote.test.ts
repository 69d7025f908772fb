import { describe, expect, it } from 'vitest';
import { goQuote } from '../../src/meta/go-quote.ts';

describe('goQuote', () => {
  it.each([
    ['quotation mark and backslash', 'a"b\\c', '"a\\"b\\\\c"'],
    ['short escapes', '\u0007\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['other control characters and DEL', '\u0000\u001b\u007f', '"\\x00\\x1b\\x7f"'],
    ['letters of any language and emoji', 'Iñtërnâtiônàlizætiøn,🐹', '"Iñtërnâtiônàlizætiøn,🐹"'],
    ['spaces that are not ASCII', '\u00a0\u200b\u2028', '"\\u00a0\\u200b\\u2028"'],
    ['unprintable beyond the first plane', '\u{e0001}', '"\\U000e0001"'],
    ['private use', '\ue000', '"\\ue000"'],
    ['C1 controls', '\u0085', '"\\u0085"'],
    ['nothing', '', '""'],
    ['what is plain', "it's [v1/Pod]!", '"it\'s [v1/Pod]!"'],
  ])('[DV-02] %s', (_name, text, quoted) => {
    expect(goQuote(text)).toBe(quoted);
  });

  it('[DV-02] a lone surrogate leaves as the replacement character', () => {
    expect(goQuote('a\ud800b')).toBe('"a\ufffdb"');
  });
});
