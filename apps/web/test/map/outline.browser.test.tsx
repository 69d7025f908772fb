import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clickCard } from '../support/click-card.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { shopWorld } from '../support/shop-world.ts';
import { cardsOnMap, endApp, mapOnPage, placeOf, startApp } from '../support/start-app.tsx';

const owner = record({ uid: 'owner', apiVersion: 'batch/v1', kind: 'Job', name: '__proto__' });
/** Three siblings of one kind would stand in a stack. */
const SMALL = [
  record({ uid: '__proto__', name: 'b', owners: [ownedBy(owner)] }),
  owner,
  record({ uid: 'late', kind: 'Secret', name: 'a', owners: [ownedBy(owner)] }),
  record({ uid: 'wrong', name: 'c', owners: [{ ...ownedBy(owner), name: 'other' }] }),
];

/** The places of all cards, and where the map looks. */
function picture(): unknown {
  const map = mapOnPage();
  const places = map?.nodes().map((node) => JSON.stringify(node.position()));
  return { places: places?.sort(), zoom: map?.zoom(), pan: map?.pan() };
}

describe('a map whose names are on their way', { timeout: 60_000 }, () => {
  it('shows each object where it stays, and opens none', async () => {
    const server = new FakeServer(SMALL);
    const release = server.holdNames();
    const { address } = await startApp(server, '/');
    await eventually(() => expect(mapOnPage()?.nodes().length).toBe(4));
    expect(mapOnPage()?.edges().length).toBe(3);
    await expect.element(page.getByText('Reading names…')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '4 objects' })).toBeVisible();
    const [first = ''] = cardsOnMap();
    await clickCard(first);
    expect(address()).toBe('/');
    await expect.element(page.getByText('The names are not read yet.')).toBeVisible();
    // Somebody moves the map meanwhile.
    mapOnPage()?.viewport({ zoom: 0.9, pan: { x: 300, y: 200 } });
    const before = picture();
    expect(server.requests.get('/api/v1/stream')).toBeUndefined();
    release();
    await eventually(() => expect(cardsOnMap()).toEqual(['__proto__', 'late', 'owner', 'wrong']));
    expect(picture()).toEqual(before);
    await expect.element(page.getByText('Reading names…')).not.toBeInTheDocument();
    await clickCard('late');
    await eventually(() => expect(address()).toBe('/?sel=late'));
    expect([...server.requests.keys()].filter((path) => path.includes('/1000'))).toEqual([]);
    await eventually(() => expect(server.requests.get('/api/v1/stream')).toBe(1));
    server.push({ upserts: [record({ uid: 'new' })], removes: ['wrong'] });
    await eventually(() => expect(cardsOnMap()).toContain('new'));
  });

  it('has its stacks where they stay', async () => {
    const server = new FakeServer(shopWorld());
    const release = server.holdNames();
    await startApp(server, '/');
    await eventually(() => expect(mapOnPage()?.nodes().length).toBeGreaterThan(0));
    const before = picture();
    release();
    await eventually(() => expect(cardsOnMap().some((uid) => uid.startsWith('1000'))).toBe(false));
    expect(picture()).toEqual(before);
  });

  it('begins again with the whole when the server has forgotten the second part', async () => {
    const server = new FakeServer(SMALL);
    const release = server.holdNames();
    await startApp(server, '/');
    await eventually(() => expect(mapOnPage()?.nodes().length).toBe(4));
    release(false);
    await eventually(() => expect(cardsOnMap()).toEqual(['__proto__', 'late', 'owner', 'wrong']));
    expect(server.requests.get('/api/v1/snapshot')).toBe(1);
  });

  it('waits for them where the address names an object', async () => {
    const server = new FakeServer(SMALL);
    const release = server.holdNames();
    await startApp(server, '/?sel=owner');
    await eventually(() => expect(server.requests.get('/api/v1/snapshot/identity')).toBe(1));
    await expect.element(page.getByText('Reading the cluster…')).toBeVisible();
    expect(mapOnPage()).toBeUndefined();
    release();
    await eventually(() => expect(placeOf('owner')).toBeDefined());
    await endApp();
  });
});
