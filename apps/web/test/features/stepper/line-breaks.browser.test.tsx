import { describe, expect, it } from 'vitest';
import { atStep, startPlayer } from '../../support/player-page.ts';
import { webOfTheShop } from '../../support/simulate.ts';

const { uid: WEB } = webOfTheShop();

/** Each letter with the box of its place. */
function lettersOf(
  element: Element,
): readonly { readonly letter: string; readonly box: DOMRect }[] {
  const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
  const letters = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const [at, letter] of [...(text.textContent ?? '')].entries()) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      letters.push({ letter, box: range.getBoundingClientRect() });
    }
  }
  return letters.filter(({ box }) => box.width > 0);
}

function linesOf(element: Element): readonly DOMRect[] {
  const boxes = lettersOf(element).map(({ box }) => box);
  return boxes.filter(({ top }, at) => at === 0 || top > (boxes[at - 1]?.bottom ?? 0) - 4);
}

/** The words whose line ends elsewhere than after a slash, a dot or a hyphen. */
function brokenWords(element: Element): readonly string[] {
  const letters = lettersOf(element);
  return letters.flatMap(({ letter, box }, at) => {
    const next = letters[at + 1];
    const ends = next !== undefined && next.box.top > box.bottom - 4;
    return ends && !'/.-'.includes(letter)
      ? [`${element.textContent}: ${letter}|${next.letter}`]
      : [];
  });
}

describe('lines in the step player', () => {
  it('names and paths break after a slash, a dot or a hyphen, and below their own text', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=5`);
    await atStep(5);
    const names = [
      ...document.querySelectorAll<HTMLElement>('.detail code.name, .steps code.name'),
    ];
    expect(names.some((name) => name.textContent.startsWith('/apis/'))).toBe(true);
    for (const name of names) name.style.cssText = 'display: block; max-width: 20ch';
    expect(names.flatMap(brokenWords)).toEqual([]);
    for (const named of document.querySelectorAll<HTMLElement>('.detail .named-object')) {
      named.style.maxWidth = '150px';
      const sign = named.querySelector('.kind-glyph')?.getBoundingClientRect().right ?? 0;
      expect(Math.min(...linesOf(named).map(({ left }) => left))).toBeGreaterThan(sign);
    }
  });
});
