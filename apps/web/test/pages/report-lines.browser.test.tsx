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

/** The letters after which a line begins. */
function endsOfLines(element: Element): readonly string[] {
  const texts = textsIn(element);
  const boxes = texts.flatMap(letterBoxes);
  const letters = texts.flatMap((text) => [...(text.textContent ?? '')]);
  return letters.filter((_, at) => {
    const [box, next] = [boxes[at], boxes[at + 1]];
    return box && next && next.top > box.bottom - 4;
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

  it('on a phone, a dot parts facts, and an age stays in one piece', async () => {
    await start(390);
    for (const fact of all('.report-objects > li > .soft')) {
      expect(getComputedStyle(fact, '::before').content).toBe('" · "');
      const age = [...fact.querySelectorAll('.one-piece')].map(({ textContent }) => textContent);
      expect(age).toEqual([expect.stringMatching(/^for \d+d$/)]);
    }
  });

  it.each([1440, 1920])(
    'at %i px, the names, places, ages and notes of a row begin at one height each',
    async (width) => {
      await start(width);
      const list = page.getByRole('list', { name: 'Deletions that this cause blocks' }).element();
      const rows = new Map<number, number[][]>();
      for (const item of list.children) {
        const tops = ['a', '.object-link-text .soft', ':scope > .soft', '.wait-chain'].map(
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
      expect(top(':scope > .soft')).toBeGreaterThan(top('.object-link-text .soft') + 10);
    },
  );
});
