import type { NodeRecord } from '@gcscope/gc-core/wire';
import { BUS, CARD_HEIGHT, CARD_WIDTH, GAP_X } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clickCard } from '../support/click-card.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { mapRests } from '../support/map-rests.ts';
import { press } from '../support/press.ts';
import { ownedBy, record } from '../support/record.ts';
import {
  cardsOnMap,
  endApp,
  mapOnPage,
  placeOf,
  type Started,
  startApp,
} from '../support/start-app.tsx';

const web = record({ uid: 'web', apiVersion: 'apps/v1', kind: 'Deployment' });
const old = ['a', 'b', 'c'].map((uid) => revision(uid, '2026-01-01T00:00:00Z'));
const current = revision('now', '2026-02-01T00:00:00Z');
const pod = record({ uid: 'pod', owners: [ownedBy(current)] });
const world = [web, ...old, current, pod];

const ID = 'ReplicaSet.apps,old,shop,web';
const STACK = `stack:${ID}`;
const CLOSED = ['now', 'pod', STACK, 'web'];
const OPEN = ['a', 'b', 'c', ...CLOSED];

function revision(uid: string, creationTimestamp: string): NodeRecord {
  const fields = { apiVersion: 'apps/v1', kind: 'ReplicaSet', creationTimestamp };
  return record({ uid, ...fields, owners: [ownedBy(web)] });
}

function start(path: string, records: NodeRecord[] = world): Promise<Started> {
  return startApp(new FakeServer(records), path);
}

async function cardsAre(uids: readonly string[]): Promise<void> {
  await eventually(() => expect(cardsOnMap()).toEqual(uids));
}

/** Points at the line that ends at the lower or the upper side of a card. */
async function pointBeside(uid: string, way: 'above' | 'below'): Promise<void> {
  await eventually(() => expect(placeOf(uid)).toBeDefined());
  const { left, top } =
    document.querySelector('.map-host')?.getBoundingClientRect() ?? new DOMRect();
  const { x, y } = placeOf(uid) ?? { x: 0, y: 0 };
  const down = ((CARD_HEIGHT + BUS) / 2) * (mapOnPage()?.zoom() ?? 1);
  const position = { x: x - left, y: y - top + (way === 'below' ? down : -down) };
  await userEvent.hover(page.getByRole('application'), { position });
}

/** Open stacks in the address. */
function openIn(address: string): readonly string[] {
  return new URLSearchParams(address.split('?')[1]).getAll('stack');
}

describe('stacks of siblings', { timeout: 60_000 }, () => {
  it('open by a click, close by another, and stand in the address', async () => {
    const { address, history } = await start('/');
    await cardsAre(CLOSED);
    await expect.element(page.getByText('3 objects are in 1 stack.')).toBeVisible();
    expect(mapOnPage()?.edges().length).toBe(3);
    await clickCard(STACK);
    await cardsAre(OPEN);
    expect(openIn(address())).toEqual([ID]);
    expect(address()).not.toContain('sel=');
    history.back();
    await cardsAre(CLOSED);
    history.forward();
    await cardsAre(OPEN);
    await endApp();
    const again = await start(address());
    await cardsAre(OPEN);
    await clickCard(STACK);
    await cardsAre(CLOSED);
    expect(openIn(again.address())).toEqual([]);
  });

  it('are counted apart from the button of the filtered view before', async () => {
    await start('/?ns=shop', [...world, record({ uid: 'other', namespace: 'other' })]);
    const all = page.getByRole('button', { name: 'Show all', exact: true });
    await expect.element(all).toBeVisible();
    const count = page.getByText('3 objects are in 1 stack.');
    const gap =
      count.element().getBoundingClientRect().left - all.element().getBoundingClientRect().right;
    expect(gap).toBeGreaterThanOrEqual(8);
    expect(getComputedStyle(all.element()).borderColor).not.toBe('rgba(0, 0, 0, 0)');
    expect(document.querySelector('.map-statement')?.textContent).toMatch(
      /\. Show all 3 .*\. Open/,
    );
  });

  it('on a map of all objects too small for names, it says at what zoom cards have them', async () => {
    await start('/');
    await cardsAre(CLOSED);
    const sentence = page.getByText('Zoom in to 30 % for the names of all cards.');
    await expect.element(sentence).not.toBeInTheDocument();
    mapOnPage()?.zoom(0.29);
    await expect.element(sentence).toBeVisible();
    mapOnPage()?.zoom(0.3);
    await expect.element(sentence).not.toBeInTheDocument();
  });

  it('stay where they are in view when they open', async () => {
    await start('/?at=0,150,1');
    await cardsAre(CLOSED);
    const place = (): { readonly x: number; readonly y: number } | undefined =>
      mapOnPage()
        ?.nodes()
        .filter((node) => node.data('uid') === STACK)
        .renderedPosition();
    await eventually(() => expect(place()).toBeDefined());
    const before = place();
    await clickCard(STACK);
    await cardsAre(OPEN);
    await eventually(() => expect(place()).toEqual(before));
  });

  it.each(['/?at=shop,0,150,1', '/'])(
    'stand where they opened when the address is opened anew, from %s',
    async (path) => {
      const place = (): { readonly x: number; readonly y: number } => {
        const { x, y } = placeOf(STACK) ?? { x: Number.NaN, y: Number.NaN };
        return { x: Math.round(x), y: Math.round(y) };
      };
      const { address } = await start(path);
      await cardsAre(CLOSED);
      const before = address();
      await clickCard(STACK);
      await cardsAre(OPEN);
      await eventually(() => expect(openIn(address())).toEqual([ID]));
      if (before === '/') await eventually(() => expect(address()).toContain('at='));
      const opened = place();
      await endApp();
      await start(address());
      await cardsAre(OPEN);
      await eventually(() => expect(place()).toEqual(opened));
    },
  );

  it('leave the address as it was once they are closed again, unless the map was moved', async () => {
    for (const [path, after] of [
      ['/', ''],
      ['/?at=shop', 'shop'],
    ]) {
      const { address } = await start(path ?? '', [
        ...world,
        record({ uid: 'other', namespace: 'other' }),
      ]);
      const at = (): string => new URLSearchParams(address().split('?')[1]).get('at') ?? '';
      await cardsAre(['now', 'other', 'pod', STACK, 'web']);
      await clickCard(STACK);
      await eventually(() => expect(at()).not.toBe(after));
      await clickCard(STACK);
      await eventually(() => expect([openIn(address()), at()]).toEqual([[], after]));
      // A view that rests only later would come back.
      await mapRests();
      expect(at()).toBe(after);
    }
    const { address } = await start('/');
    await cardsAre(CLOSED);
    await clickCard(STACK);
    await cardsAre(OPEN);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(() => expect(address()).toContain('at='));
    await clickCard(STACK);
    await cardsAre(CLOSED);
    await mapRests();
    expect(address()).toContain('at=');
  });

  it('are reached by arrows; Enter opens and closes, Esc lets go', async () => {
    const { address } = await start('/?sel=web');
    await cardsAre(CLOSED);
    document.querySelector<HTMLElement>('.map-host')?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByText('3 old ReplicaSets: 3 live. Stacked.')).toBeInTheDocument();
    const marked = mapOnPage()?.nodes('.selected');
    expect(marked?.map((node) => node.data('uid'))).toEqual([STACK]);
    await userEvent.keyboard('{Enter}');
    await cardsAre(OPEN);
    await expect.element(page.getByText('3 old ReplicaSets: 3 live. Open.')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await eventually(() => expect(address()).toContain('sel=a'));
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
    await cardsAre(CLOSED);
    await userEvent.keyboard('{Escape}{Escape}');
    await cardsAre(CLOSED);
    expect(address()).not.toMatch(/sel=|stack=/);
  });

  it('hide what was said of them when they open; Esc closes the one opened last, after a selected object', async () => {
    const pods = ['x', 'y', 'z'].map((uid) => record({ uid, owners: [ownedBy(current)] }));
    const { address } = await start('/', [web, ...old, current, ...pods]);
    const others = 'stack:Pod,,shop,now';
    await cardsAre(['now', STACK, others, 'web'].sort());
    await clickCard(others);
    const card = page.getByText('Click to see them one by one.');
    const { left = 0, top = 0 } =
      document.querySelector('.map-host')?.getBoundingClientRect() ?? {};
    await eventually(() => expect(placeOf('x')).toBeDefined());
    const { x, y } = placeOf(STACK) ?? { x: 0, y: 0 };
    await userEvent.hover(page.getByRole('application'), { position: { x: x - left, y: y - top } });
    await expect.element(card).toBeVisible();
    // The next click would be the second one of a double click before the map takes this one for a single click.
    const isSingle = mapOnPage()?.promiseOn('onetap');
    await clickCard(STACK);
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(page.getByText('Click to close.')).not.toBeInTheDocument();
    await eventually(() => expect(openIn(address()).length).toBe(2));
    await isSingle;
    await clickCard('x');
    await eventually(() => expect(address()).toContain('sel=x'));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).not.toContain('sel='));
    expect(openIn(address()).length).toBe(2);
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(openIn(address())).toEqual(['Pod,,shop,now']));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(openIn(address())).toEqual([]));
  });

  it('the card of an open one is as wide as what stands below it', async () => {
    const many = [...'abcdefg'].map((uid) => revision(uid, '2026-01-01T00:00:00Z'));
    await start(`/?stack=${ID}`, [web, ...many, current, pod]);
    const width = (): number | undefined =>
      mapOnPage()
        ?.nodes()
        .filter((node) => node.data('uid') === STACK)
        .width();
    await eventually(() => expect(width()).toBe(2 * CARD_WIDTH + GAP_X));
    await clickCard(STACK);
    await eventually(() => expect(width()).toBe(CARD_WIDTH));
  });

  it('the chip of a line that leaves the view leads to the stack, and selects nothing', async () => {
    const node = record({ uid: 'node', kind: 'Node', namespace: '', name: 'worker' });
    const pods = ['a', 'b', 'c', 'd'].map((uid) =>
      record({ uid, namespace: 'kube-system', owners: [ownedBy(node)] }),
    );
    const { address } = await start('/?at=-,110,60,2.5', [node, ...pods]);
    const chip = page.getByRole('button', { name: /^Go to the dependent: 4 Pods/ });
    await chip.click();
    await expect.element(chip).not.toBeInTheDocument();
    expect(address()).not.toContain('sel=');
    const announced = (): string => document.querySelector('.map [aria-live]')?.textContent ?? '';
    await eventually(() => expect(announced()).toMatch(/4 Pods/));
    await endApp();
  });

  it('all open at once, and stack again', async () => {
    const { address } = await start('/');
    await cardsAre(CLOSED);
    await press(page.getByRole('button', { name: 'Open all' }));
    await cardsAre(['a', 'b', 'c', 'now', 'pod', 'web']);
    expect(openIn(address())).toEqual(['all']);
    await expect.element(page.getByRole('button', { name: 'Stack siblings' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await cardsAre(CLOSED);
    expect(address()).toBe('/');
  });

  it('let the selected object out, and what gets a problem', async () => {
    const more = [...old, revision('d', '2026-01-01T00:00:00Z')];
    const { server, address } = await start('/?sel=b', [web, ...more, current, pod]);
    await cardsAre(['b', ...CLOSED]);
    await userEvent.keyboard('{Escape}');
    await cardsAre(CLOSED);
    expect(address()).toBe('/');
    const summary = { verdict: 'goes', rule: 'AD-17', when: 'now' } as const;
    server.push({ upserts: [{ ...revision('c', '2026-01-01T00:00:00Z'), summary }], removes: [] });
    await cardsAre(['c', ...CLOSED]);
  });

  it('count as their objects where their line is pointed at', async () => {
    await start('/');
    await cardsAre(CLOSED);
    await pointBeside('web', 'below');
    await expect
      .element(page.getByText('4 objects name Deployment shop/web as an owner.'))
      .toBeVisible();
    await pointBeside(STACK, 'above');
    await expect
      .element(page.getByText('3 objects name Deployment shop/web as an owner.'))
      .toBeVisible();
  });

  it('leave no camera in the address when a filter turns them off and the user chose none', async () => {
    const { address, history } = await start('/?at=shop,0,150,1');
    await cardsAre(CLOSED);
    history.push('/?kind=Pod');
    await cardsAre(['pod']);
    // A map that was moved writes its camera once it rests.
    await mapRests();
    expect(address()).toBe('/?kind=Pod');
  });

  it('are none where the filter asks for the kind', async () => {
    await start('/?kind=ReplicaSet.apps');
    await cardsAre(['a', 'b', 'c', 'now']);
    await expect.element(page.getByText(/objects are in/)).not.toBeInTheDocument();
  });
});
