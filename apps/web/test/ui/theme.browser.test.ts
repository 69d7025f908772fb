import '../../src/ui/theme.css';
import { palette } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { publishMarkColours } from '../../src/ui/theme.ts';

it('the colours of marks change with those of surfaces, at the same moment', () => {
  publishMarkColours();
  const { dataset } = document.documentElement;
  const word = document.createElement('p');
  document.body.append(word);
  word.style.cssText =
    'color: var(--red); background: var(--canvas); outline-color: var(--blocked-fill)';
  const look = (): readonly string[] => {
    const { color, backgroundColor, outlineColor } = getComputedStyle(word);
    return [color, backgroundColor, outlineColor];
  };
  const expected = (theme: 'light' | 'dark'): readonly string[] => {
    const { red, background, marks } = palette(theme);
    const other = document.createElement('p');
    document.body.append(other);
    other.style.cssText = `color: ${red}; background: ${background}; outline-color: ${marks.blocked.fill}`;
    const { color, backgroundColor, outlineColor } = getComputedStyle(other);
    return [color, backgroundColor, outlineColor];
  };
  try {
    for (const theme of ['dark', 'light', 'dark'] as const) {
      dataset.theme = theme;
      expect(look()).toEqual(expected(theme));
    }
  } finally {
    delete dataset.theme;
  }
});
