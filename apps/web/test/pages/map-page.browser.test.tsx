import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clickCard } from '../support/click-card.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { isInView, zoomAtRest } from '../support/player-page.ts';
import { ownedBy, record } from '../support/record.ts';
import { shopWorld } from '../support/shop-world.ts';
import { cardsOnMap, mapOnPage, placeOf, type Started, startApp } from '../support/start-app.tsx';

const owner = record({ uid: 'owner', apiVersion: 'batch/v1', kind: 'Job', name: 'report' });
const first = record({ uid: 'first', name: 'report-1', owners: [ownedBy(owner)] });
const second = record({ uid: 'second', name: 'report-2', owners: [ownedBy(owner)] });
const stuck = record({
  uid: 'stuck',
  name: 'stuck',
  owners: [ownedBy(owner)],
  beingDeleted: true,
  finalizers: ['example.com/hold'],
  summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer example.com/hold' },
});

function start(
  path: string,
  server = new FakeServer([owner, first, second, stuck]),
): Promise<Started> {
  return startApp(server, path);
}

/** The shop, and a Namespace in deletion that waits for a Database. */
function previewServer(): FakeServer {
  const preview = record({
    uid: 'preview',
    kind: 'Namespace',
    namespace: '',
    name: 'preview-417',
    beingDeleted: true,
    finalizers: ['kubernetes'],
    summary: { verdict: 'waits', rule: 'NS-08' },
  });
  const database = record({
    uid: 'database',
    apiVersion: 'example.com/v1',
    kind: 'Database',
    namespace: 'preview-417',
    beingDeleted: true,
    finalizers: ['example.com/deprovision'],
    summary: { verdict: 'waits', rule: 'API-35' },
  });
  return new FakeServer([...shopWorld(), preview, database]);
}

describe('the map page', { timeout: 60_000 }, () => {
  it('draws a card for each object, with writing on it, and an edge for each reference', async () => {
    await start('/');
    await eventually(() => expect(cardsOnMap()).toEqual(['first', 'owner', 'second', 'stuck']));
    expect(mapOnPage()?.edges().length).toBe(3);
    await expect.element(page.getByRole('link', { name: '4 objects' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '1 blocked' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '1 kind unread' })).toBeVisible();
    const above = document.querySelector<HTMLCanvasElement>('.map-above');
    const inked = (): boolean => {
      const place = placeOf('owner');
      const box = above?.getBoundingClientRect();
      const context = above?.getContext('2d');
      if (!place || !box || !context) return false;
      const { data } = context.getImageData(
        place.x - box.left - 60,
        place.y - box.top - 14,
        120,
        28,
      );
      return data.some((value) => value > 0);
    };
    await eventually(() => expect(inked()).toBe(true));
  });

  it('its title says whether it is the map or the list', async () => {
    await start('/');
    await eventually(() => expect(document.title).toBe('Map of fake · gcscope'));
    await page.getByRole('radio', { name: 'List' }).click();
    await eventually(() => expect(document.title).toBe('List of fake · gcscope'));
    await startApp(new FakeServer([owner]), '/', 390, 844);
    await eventually(() => expect(document.title).toBe('List of fake · gcscope'));
    await startApp(new FakeServer([owner]), '/?at=shop', 390, 844);
    await eventually(() => expect(document.title).toBe('Map of fake · gcscope'));
    window.dispatchEvent(new Event('beforeprint'));
    expect(document.title).toBe('List of fake · gcscope');
    window.dispatchEvent(new Event('afterprint'));
  });

  it('does not count cluster-scoped objects as a namespace, nor do the filters', async () => {
    const outside = record({ uid: 'outside', kind: 'Node', namespace: '' });
    const others = Array.from({ length: 11 }, (_, at) =>
      record({ uid: `u${at}`, namespace: `team-${at}` }),
    );
    await start('/', new FakeServer([first, outside, ...others]));
    await expect.element(page.getByRole('button', { name: 'Namespaces: 12' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Show all of 12' })).toBeVisible();
  });

  it('a Namespace that is found by its name comes into view with what blocks it, beside the panel', async () => {
    const { address } = await startApp(previewServer(), '/', 1440, 900);
    await eventually(() => expect(cardsOnMap()).toContain('database'));
    await userEvent.keyboard('/');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('preview-417');
    const found = page.getByRole('option').filter({ hasText: 'preview-417' });
    await found.filter({ hasText: 'Namespace' }).first().click({ timeout: 10_000 });
    await eventually(() => expect(address()).toContain('sel=preview'));
    await eventually(() => expect(mapOnPage()?.width()).toBeLessThan(1000));
    await eventually(() => expect(['preview', 'database'].map(isInView)).toEqual([true, true]));
    expect(await zoomAtRest()).toBeGreaterThan(0.39);
    expect(['preview', 'database'].map(isInView)).toEqual([true, true]);
  });

  it('a click selects, opens the panel and changes the address; closing lets go', async () => {
    const { address } = await start('/');
    await clickCard('first');
    await eventually(() => expect(address()).toBe('/?sel=first'));
    await expect.element(page.getByRole('heading', { name: /report-1/ })).toBeVisible();
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await eventually(() => expect(address()).toBe('/'));
  });

  it('a filter hides the rest, says how many, and how to undo it', async () => {
    const { address } = await start('/');
    await page.getByRole('link', { name: '1 blocked' }).click();
    await eventually(() => expect(cardsOnMap()).toEqual(['owner', 'stuck']));
    expect(address()).toBe('/?state=blocked');
    await expect.element(page.getByText('1 of 4 objects, and 1 owner for context.')).toBeVisible();
    expect(
      mapOnPage()
        ?.nodes('[?context]')
        .map((node) => node.data('uid')),
    ).toEqual(['owner']);
    await page.getByRole('button', { name: 'Show all' }).click();
    await eventually(() => expect(cardsOnMap()).toHaveLength(4));
    expect(address()).toBe('/');
  });

  it('follows the stream: what comes appears, what goes is crossed, then leaves', async () => {
    const { server } = await start('/');
    await eventually(() => expect(cardsOnMap()).toHaveLength(4));
    server.push({
      upserts: [record({ uid: 'third', owners: [ownedBy(owner)] })],
      removes: ['first'],
    });
    await eventually(() => expect(cardsOnMap()).toContain('third'));
    const ghost = mapOnPage()?.nodes('.gone');
    expect(ghost?.map((node) => node.data('mark'))).toEqual(['gone']);
    await eventually(() => expect(cardsOnMap()).not.toContain('first'));
    await expect.element(page.getByRole('link', { name: '4 objects' })).toBeVisible();
  });

  it('on a phone, the map begins in the upper quarter, below all that is wrong and what happened', async () => {
    const server = new FakeServer(shopWorld());
    server.reports.set('/api/v1/terminating', { objects: [], unread: [] });
    await startApp(server, '/?view=map', 390, 844);
    const tiles = page.getByRole('navigation', { name: 'Summary of the cluster' });
    await expect.element(tiles.getByRole('link')).toHaveLength(7);
    await expect.element(page.getByRole('link', { name: 'All changes' })).toBeVisible();
    const map = page.getByRole('application', { name: 'Map of the cluster' });
    await expect.element(map).toBeVisible();
    expect(map.element().getBoundingClientRect().top).toBeLessThan(200);
    // One sentence says the worst problem; a press shows the rest.
    const said = page.getByRole('toolbar', { name: 'What is wrong in the cluster' });
    await expect.element(said.getByRole('link')).toHaveLength(1);
    const all = said.getByRole('button', { name: 'All problems' });
    await all.click();
    await expect.element(said.getByRole('link')).toHaveLength(5);
    await all.click();
    await expect.element(said.getByRole('link')).toHaveLength(1);
  });

  it('on a phone, a link to a place opens the map, and what is selected there is told below it', async () => {
    const world = shopWorld();
    const { uid = '' } = world.find(({ name }) => name === 'web') ?? {};
    const { history, address } = await startApp(new FakeServer(world), '/?at=shop', 390, 844);
    await eventually(() => expect(cardsOnMap().length).toBeGreaterThan(0));
    history.push(`/?at=shop&sel=${uid}`);
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect.element(panel.getByRole('region', { name: 'Verdict' })).toBeInViewport();
    await expect.element(panel.getByRole('button', { name: 'Simulate delete…' })).toBeVisible();
    await eventually(() => expect(isInView(uid)).toBe(true));
    const map = page.getByRole('application', { name: 'Map of the cluster' }).element();
    const { bottom, height } = map.getBoundingClientRect();
    expect(height).toBeGreaterThan(240);
    expect(bottom).toBeLessThanOrEqual(panel.element().getBoundingClientRect().top);
    await panel.getByRole('button', { name: 'Close the panel' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(address()).toMatch(/^\/\?view=map&at=shop/);
    expect(cardsOnMap().length).toBeGreaterThan(0);
  });

  it('on a phone, the map of a linked place stays when that place is left', async () => {
    const { address } = await startApp(new FakeServer(shopWorld()), '/?at=shop', 390, 844);
    await eventually(() => expect(cardsOnMap().length).toBeGreaterThan(0));
    await page.getByRole('button', { name: /^Fit/ }).click();
    await eventually(() => expect(address()).not.toContain('at='));
    const map = page.getByRole('application', { name: 'Map of the cluster' });
    await expect.element(map).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Map' })).toBeChecked();
  });

  it('the shop is drawn without a complaint', async () => {
    const complaints = vi.spyOn(console, 'warn');
    const world = shopWorld();
    await start('/?stack=all', new FakeServer(world));
    await eventually(() => expect(cardsOnMap()).toHaveLength(world.length));
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });
});
