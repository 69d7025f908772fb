import { describe, expect, it } from 'vitest';
import { atStep, startPlayer } from '../../support/player-page.ts';
import { webOfTheShop } from '../../support/simulate.ts';

const { uid: WEB } = webOfTheShop();

/** The text nodes of the element, in its order. */
function textsOf(element: Element): readonly Text[] {
  const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let next = texts.nextNode(); next; next = texts.nextNode()) found.push(next as Text);
  return found;
}

/** Text of the last line of the element. */
function lastLineOf(element: Element): string {
  const letters = textsOf(element).flatMap((text) =>
    [...text.data].map((letter, at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return { letter, bottom: range.getBoundingClientRect().bottom };
    }),
  );
  const bottom = Math.max(...letters.map((each) => each.bottom));
  const last = letters.filter((each) => each.bottom > bottom - 4);
  return last.map(({ letter }) => letter).join('');
}

/** Place of the first such letter of the element, px from its left edge. */
function startOfLine(element: Element, letter: string): number {
  const text = textsOf(element).find(
    ({ data }) => data.includes(letter) && !data.includes('added'),
  );
  if (!text) return Number.NaN;
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(letter));
  range.setEnd(text, text.data.indexOf(letter) + 1);
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
}

describe('an object as YAML', () => {
  it('a short value stays with its key, or with the last word of one that has no room', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=1`);
    await atStep(1);
    const line = [...document.querySelectorAll<HTMLElement>('.yaml > div')].find(
      ({ textContent }) => textContent.endsWith('deletionGracePeriodSeconds: 0'),
    );
    if (!line) throw new Error('The step requests no deletion.');
    expect(line.textContent).toMatch(/^\+added: {3}deletion/);
    const inWidth = (letters: number): string => {
      // Beside its sign.
      line.style.width = `calc(34px + ${letters}ch)`;
      return lastLineOf(line);
    };
    expect(inWidth(32)).toMatch(/deletionGracePeriodSeconds: 0$/);
    expect(inWidth(30)).toBe('Seconds: 0');
    expect(inWidth(20)).toBe('PeriodSeconds: 0');
    expect(inWidth(30)).toBe('Seconds: 0');
    expect(startOfLine(line, 'S')).toBeGreaterThan(startOfLine(line, 'd'));
  });

  it('a timestamp is in one piece', async () => {
    await startPlayer(`/simulate/${WEB}?policy=Foreground&step=1`);
    await atStep(1);
    const line = [...document.querySelectorAll<HTMLElement>('.yaml > div')].find(
      ({ textContent }) => textContent.includes('deletionTimestamp: "'),
    );
    if (!line) throw new Error('The step requests no deletion.');
    line.style.width = 'calc(34px + 30ch)';
    expect(lastLineOf(line)).toMatch(/^"\d{4}-\d\d-\d\dT[\d:]{8}Z"$/);
    // The value breaks only where it is wider than its column.
    line.style.width = 'calc(34px + 20ch)';
    expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth);
  });
});
