import { code, say } from '@gcscope/gc-core/wire';
import { palette } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const SPACES = ['shop', 'payments-of-team-eu-alpha-24', 'pay'];

/** A Pod with the finalizer in each namespace, and a ReplicaSet that waits for it. */
const OBJECTS = SPACES.map((namespace, at) => ({
  pod: record({ uid: `pod-${at}`, kind: 'Pod', name: 'ledger-v1-6c9f7b54d8-psx7g', namespace }),
  set: record({ uid: `set-${at}`, kind: 'ReplicaSet', name: 'ledger-v1-6c9f7b54d8', namespace }),
}));

async function start(width: number): Promise<void> {
  const server = new FakeServer(OBJECTS.flatMap(({ pod, set }) => [pod, set]));
  const objects = OBJECTS.flatMap(({ pod, set }) => {
    const cause = {
      ...{ type: 'finalizer', state: 'blocked', object: pod, rules: ['API-35'], advice: [] },
      text: say`${pod} has ${code('vault.example.com/revoke-lease')}, which nobody removes at all.`,
    };
    const rest = { since: '2026-11-21T09:00:00Z', state: 'blocked', misleading: [] };
    const waitsFor = say`Waits for ${pod}, which blocks it.`;
    return [
      { ...rest, object: pod, chain: [], rootCauses: [cause] },
      {
        ...rest,
        object: set,
        chain: [{ object: set, waitsFor, rule: 'FG-02' }],
        rootCauses: [cause],
      },
    ];
  });
  server.reports.set('/api/v1/terminating', { objects, unread: [] });
  await startApp(server, '/terminating', width, 900);
  await expect.element(page.getByText('3 other deletions wait for them')).toBeVisible();
}

function all(selector: string): readonly Element[] {
  const found = [...document.querySelectorAll(`.report-card ${selector}`)];
  expect(found).not.toHaveLength(0);
  return found;
}

/** Boxes of the letters. */
function letterBoxes(text: Node): readonly DOMRect[] {
  return [...(text.textContent ?? '')].map((_, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  });
}

function textsIn(element: Element): readonly Node[] {
  const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text);
  return found;
}

function letterBoxesIn(element: Element): readonly DOMRect[] {
  return textsIn(element).flatMap(letterBoxes);
}

/** The letters after which a line begins, without the spaces there. */
function endsOfLines(element: Element): readonly string[] {
  const boxes = letterBoxesIn(element);
  const letters = textsIn(element)
    .flatMap((text) => [...(text.textContent ?? '')])
    .map((letter, at) => ({ letter, box: boxes[at] }))
    .filter(({ letter }) => letter.trim() !== '');
  return letters.flatMap(({ letter, box }, at) => {
    const next = letters[at + 1]?.box;
    return box && next && next.top > box.bottom - 4 ? [letter] : [];
  });
}

describe('the lines of a report', () => {
  it.each([390, 1440])('at %i px, names break only after a slash', async (width) => {
    await start(width);
    const ends = all('code.name').flatMap(endsOfLines);
    expect(ends.filter((letter) => letter !== '/')).toEqual([]);
  });

  it('a rule stands in one line with a word of its sentence, however wide the window is', async () => {
    await start(1440);
    for (const width of [340, 360, 380, 400, 420, 440]) {
      await page.viewport(width, 900);
      for (const rule of all('.rule')) {
        const line = rule.getBoundingClientRect();
        const words = textsIn(rule.parentElement ?? rule).filter((text) => !rule.contains(text));
        const isBeside = ({ top, bottom, width: letter }: DOMRect): boolean =>
          letter > 0 && top < line.bottom && bottom > line.top;
        expect(words.flatMap(letterBoxes).some(isBeside), `${width}`).toBe(true);
      }
    }
  });

  it('names of objects look like links', async () => {
    await start(1440);
    const accent = palette('light')
      .accent.slice(1)
      .match(/../g)
      ?.map((each) => Number.parseInt(each, 16));
    for (const name of all('a.object-link .name')) {
      expect(getComputedStyle(name).color).toBe(`rgb(${accent?.join(', ')})`);
      expect(getComputedStyle(name).textDecorationLine).toBe('underline');
    }
  });

  it('no line of an object ends in a dot or within an age, however wide the window is', async () => {
    await start(390);
    const phones = Array.from({ length: 20 }, (_, at) => 320 + 6 * at);
    for (const width of [...phones, 800, 1000, 1440]) {
      await page.viewport(width, 900);
      const ends = all('.report-object').flatMap(endsOfLines);
      expect(
        ends.filter((letter) => letter === '·'),
        `${width}`,
      ).toEqual([]);
      for (const age of all('.report-object > .soft')) {
        expect(new Set(letterBoxesIn(age).map(({ top }) => top)).size, `${width}`).toBe(1);
      }
    }
  });

  it.each([1440, 1920])(
    'at %i px, names, places and notes of a row begin at one height each, the age beside the place',
    async (width) => {
      await start(width);
      const list = page.getByRole('list', { name: 'Deletions that this cause blocks' }).element();
      const rows = new Map<number, number[][]>();
      for (const item of list.children) {
        const tops = ['.name', '.object-link-text .soft', '.wait-chain'].map(
          (each) => item.querySelector(each)?.getBoundingClientRect().top ?? Number.NaN,
        );
        const [top = 0] = tops;
        rows.set(top, [...(rows.get(top) ?? []), tops]);
      }
      for (const row of rows.values()) expect(row).toEqual(row.map(() => row[0]));
      expect(rows.size).toBeLessThan(3);
      // A place stands below the name also where it would fit beside it.
      const [first] = list.children;
      const top = (each: string): number =>
        first?.querySelector(each)?.getBoundingClientRect().top ?? 0;
      expect(top('.object-link-text .soft')).toBeGreaterThan(top('.name') + 10);
      const besides = Math.abs(top('.one-piece') - top('.object-link-text .soft'));
      expect(besides).toBeLessThan(4);
    },
  );
});
