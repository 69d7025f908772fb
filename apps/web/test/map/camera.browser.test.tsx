import { describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { zoomAtRest } from '../support/player-page.ts';
import { ownedBy, record } from '../support/record.ts';
import { endApp, mapOnPage, placeOf, type Started, startApp } from '../support/start-app.tsx';

const owner = record({ uid: 'owner', apiVersion: 'batch/v1', kind: 'Job' });
const world = [owner, record({ uid: 'first', owners: [ownedBy(owner)] })];

async function start(path: string, records = world): Promise<Started> {
  const now = await startApp(new FakeServer(records), path);
  await eventually(() => expect(mapOnPage()?.nodes().length).toBe(records.length));
  return now;
}

function mapHost(): HTMLElement {
  const host = document.querySelector<HTMLElement>('.map-host');
  if (!host) throw new Error('there is no map');
  return host;
}

/** The middle of what the map shows, and its zoom. */
function look(): { readonly x: number; readonly y: number; readonly zoom: number } {
  const cy = mapOnPage();
  if (!cy) throw new Error('there is no map');
  const { x1, x2, y1, y2 } = cy.extent();
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, zoom: cy.zoom() };
}

/** The camera in the address; `undefined` without one. */
function lookIn(address: string): ReturnType<typeof look> | undefined {
  const at = new URLSearchParams(address.split('?')[1]).get('at');
  // The only namespace begins at 0, 0.
  const [, x = Number.NaN, y = Number.NaN, zoom = Number.NaN] = (at ?? '').split(',').map(Number);
  return at === null ? undefined : { x, y, zoom };
}

/** Expects cameras as near as an address says them: whole px, zoom to a thousandth. */
function expectAlike(
  one: ReturnType<typeof look> | undefined,
  other: ReturnType<typeof look>,
): void {
  expect(one?.x).toBeCloseTo(other.x, -0.5);
  expect(one?.y).toBeCloseTo(other.y, -0.5);
  expect(one?.zoom).toBeCloseTo(other.zoom, 2);
}

/** The cards are in the middle. */
async function dragBesideCards(): Promise<void> {
  const host = mapHost();
  const from = { x: 60, y: host.clientHeight - 160 };
  await userEvent.dragAndDrop(host, host, {
    sourcePosition: from,
    targetPosition: { x: from.x + 120, y: from.y + 60 },
    // The map takes a single step for no drag.
    steps: 5,
  });
}

describe('where the map looks', { timeout: 60_000 }, () => {
  it('follows a drag that begins on a card, which is not a click on it', async () => {
    const { address } = await start('/');
    const before = look();
    const host = mapHost();
    const { left, top } = host.getBoundingClientRect();
    const place = placeOf('first') ?? { x: 0, y: 0 };
    const from = { x: place.x - left, y: place.y - top };
    await userEvent.dragAndDrop(host, host, {
      sourcePosition: from,
      targetPosition: { x: from.x + 120, y: from.y - 60 },
      steps: 5,
    });
    await eventually(() => expect(lookIn(address())?.x).toBeLessThan(before.x - 60));
    expect(address()).not.toContain('sel=');
    await endApp();
  });

  it('comes to the object of a link that the server reads only later, unless the map was moved', async () => {
    const crowd = Array.from({ length: 300 }, (_, at) =>
      record({ uid: `crowd-${at}`, namespace: `ns-${at}` }),
    );
    const late = record({ uid: 'late', namespace: 'other' });
    for (const isMoved of [false, true]) {
      const server = new FakeServer(crowd);
      await startApp(server, '/?sel=late');
      await eventually(() => expect(mapOnPage()?.zoom()).toBeLessThan(0.6));
      if (isMoved) await page.getByRole('button', { name: 'Zoom in' }).click();
      const far = isMoved ? await zoomAtRest() : 0;
      server.push({ upserts: [late], removes: [] });
      await eventually(() => expect(page.getByText('301').first()).toBeVisible());
      if (isMoved) expect(await zoomAtRest()).toBe(far);
      else await eventually(() => expect(look().zoom).toBeGreaterThan(0.6));
      await endApp();
    }
  });

  it('stands on whole px once it is dragged', async () => {
    await start('/');
    mapOnPage()?.pan({ x: 100.4, y: 50.7 });
    await dragBesideCards();
    await eventually(() => expect(mapOnPage()?.pan().x).toBeGreaterThan(150));
    const { x = Number.NaN, y = Number.NaN } = mapOnPage()?.pan() ?? {};
    expect([x, y].map(Math.round)).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
    await endApp();
  });

  it('follows a slow finger, which moves by less than a px at a time', async () => {
    await start('/');
    const cy = mapOnPage();
    cy?.pan({ x: 100, y: 50 });
    // Pans as Cytoscape does for each move of a finger; a mouse moves by whole px.
    for (let moves = 0; moves < 100; moves++) cy?.panBy({ x: 0.3, y: -0.2 }).emit('dragpan');
    const { x = Number.NaN, y = Number.NaN } = cy?.pan() ?? {};
    expect(x).toBeCloseTo(130, -0.5);
    expect(y).toBeCloseTo(30, -0.5);
    await endApp();
  });

  it('is in the address once it was moved or zoomed', async () => {
    const { address } = await start('/o/owner');
    const before = look();
    const host = mapHost();
    await dragBesideCards();
    await eventually(() => expect(lookIn(address())?.x).toBeLessThan(before.x - 60));
    await eventually(() => expectAlike(lookIn(address()), look()));
    expect(look().zoom).toBe(before.zoom);

    host.focus();
    await userEvent.keyboard('-');
    await eventually(() => expect(lookIn(address())?.zoom).toBeLessThan(before.zoom));
    await eventually(() => expectAlike(lookIn(address()), look()));

    const left = look();
    const link = address();
    await endApp();
    const again = await start(link);
    await eventually(() => expectAlike(look(), left));

    mapHost().focus();
    await userEvent.keyboard('f');
    await eventually(() => expect(lookIn(again.address())).toBeUndefined());
  });

  it('is the same part of a namespace that stands elsewhere by now', async () => {
    const { address } = await start('/');
    await dragBesideCards();
    await eventually(() => expect(lookIn(address())).toBeDefined());
    const before = placeOf('first');
    const link = address();
    await endApp();

    const intruder = record({
      uid: 'intruder',
      namespace: 'a-new-one',
      beingDeleted: true,
      summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'x' },
    });
    await start(link, [...world, intruder]);
    await eventually(() =>
      expectAlike({ ...look(), ...placeOf('first') }, { ...look(), ...before }),
    );
    await endApp();
  });

  it('two fingers that part bring what is between them nearer', async () => {
    const { address } = await start('/');
    const before = look().zoom;
    const { left, top, width, height } = mapHost().getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      apart?: number,
    ): Promise<unknown> => {
      const touchPoints =
        apart === undefined
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ];
      return cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 40);
    for (let apart = 50; apart <= 100; apart += 10) await touch('touchMove', apart);
    await touch('touchEnd');
    await eventually(() => expect(look().zoom).toBeGreaterThan(1.5 * before));
    await eventually(() => expectAlike(lookIn(address()), look()));
  });

  it('the first arrow key selects what is nearest to the middle and keeps the zoom, also as the panel opens', async () => {
    const { address } = await start('/?at=shop,0,0,0.4');
    expect(look().zoom).toBe(0.4);
    mapHost().focus();
    await userEvent.keyboard('{ArrowDown}');
    await eventually(() => expect(address()).toMatch(/sel=/));
    await expect.element(page.getByRole('complementary').first()).toBeVisible();
    await zoomAtRest();
    expect(look().zoom).toBe(0.4);
  });
});
