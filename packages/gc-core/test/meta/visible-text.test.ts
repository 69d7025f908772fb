import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/meta/visible-text.ts';

describe('visibleText', () => {
  it('shows what would turn the reading direction', () => {
    expect(visibleText('safe\u202egnp.exe')).toBe('safe[U+202E]gnp.exe');
    expect(visibleText('\u2066a\u2069\u200f')).toBe('[U+2066]a[U+2069][U+200F]');
  });

  it('shows control characters', () => {
    expect(visibleText('a\u0000b\nc\u0085')).toBe('a[U+0000]b[U+000A]c[U+0085]');
  });

  it('leaves every other text as it is, in any script', () => {
    const text = 'web-0 <img> שלום Iñtërnâtiônàlizætiøn 👩‍🔧';
    expect(visibleText(text)).toBe(text);
  });
});
