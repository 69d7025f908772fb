import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { type Started, startApp } from '../support/start-app.tsx';

/** Starts with a server that keeps the graph back until the returned function is called. */
async function startHeld(path: string, width: number): Promise<Started & { send: () => void }> {
  const server = new FakeServer([record({ uid: 'one' })]);
  let send = (): void => {};
  server.held = new Promise((resolve) => {
    send = resolve;
  });
  return { ...(await startApp(server, path, width, 844)), send };
}

const summary = (): string =>
  document.querySelector('[aria-label="Summary of the cluster"]')?.textContent ?? '';

describe('a cluster that is still being read', { timeout: 60_000 }, () => {
  it.each([
    ['/', 1440],
    ['/?view=list', 1440],
    ['/?view=list', 390],
    ['/o/one?view=list', 1440],
  ])('%s at %i px claims neither numbers nor that there is no object', async (path, width) => {
    const { send } = await startHeld(path, width);
    await expect.element(page.getByRole('heading', { name: 'Reading the cluster…' })).toBeVisible();
    expect(summary()).not.toMatch(/\d/);
    if (path.startsWith('/?')) expect(summary()).toContain('– objects');
    const filters = document.querySelector('.filters');
    expect(filters?.textContent ?? 'Filters').toBe('Filters');
    expect(document.body.textContent).not.toMatch(/No entry|no object|No objects/);
    if (width > 520 && filters) expect(document.querySelector('.filters-awaited')).not.toBeNull();
    send();
    await expect.element(page.getByText('Reading the cluster…')).not.toBeInTheDocument();
    if (!path.startsWith('/o/')) await eventually(() => expect(summary()).toContain('1 object'));
    await eventually(() => expect(document.querySelector('.filters-awaited')).toBeNull());
  });

  it.each([
    ['/?view=list', 'Reading the cluster…'],
    ['/o/one', 'Reading the cluster…'],
    ['/findings', 'Checking every object…'],
    ['/terminating', 'Looking for the blockers of each object…'],
    ['/activity', 'Reading what happened…'],
    ['/forecast?of=one', 'Simulating the deletion with each policy'],
    ['/simulate/one?policy=Foreground', 'Simulating…'],
    ['/scenes', 'Loading the scenes…'],
  ])('%s tells screen readers what it waits for', async (path, words) => {
    const server = new FakeServer([record({ uid: 'one' })]);
    if (/^\/(o|\?)/.test(path)) server.held = new Promise(() => {});
    for (const each of ['audit', 'terminating', 'activity', 'forecasts', 'forks', 'scenarios']) {
      server.reports.set(`/api/v1/${each}`, {});
    }
    server.holdReports();
    await startApp(server, path, 1440, 900);
    const status = page.getByRole('main').getByRole('status').filter({ hasText: words });
    await expect.element(status.first()).toBeVisible();
  });

  it('while the server reads its first kinds, too', async () => {
    const server = new FakeServer([]);
    const [secrets] = server.health.kinds;
    if (!secrets) throw new Error('No kind is known.');
    server.health = {
      ...server.health,
      state: 'syncing',
      kinds: [
        { ...secrets, state: 'listing' },
        { ...secrets, kind: 'Pod', resource: 'pods', state: 'synced', objects: 1200 },
      ],
    };
    await startApp(server, '/?view=list', 1440, 900);
    await expect.element(page.getByRole('progressbar', { name: 'Kinds read' })).toBeVisible();
    await expect.element(page.getByText('1 of 2 kinds read, with 1,200 objects.')).toBeVisible();
    expect(document.querySelector('.filters-awaited')).not.toBeNull();
    expect(summary()).toContain('– objects');
    expect(document.querySelector('.filters')?.textContent).toBe('Filters');
  });

  it('a forecast says at once how many objects it is about: all in a Namespace, and all below an object', async () => {
    const shop = record({ uid: 'shop', name: 'shop', kind: 'Namespace', namespace: '' });
    const owner = record({ uid: 'owner' });
    const child = record({ uid: 'child', namespace: 'shop', owners: [ownedBy(owner)] });
    const far = record({ uid: 'far', namespace: '', owners: [ownedBy(child)] });
    const server = new FakeServer([shop, owner, child, far, record({ uid: 'x', namespace: 'y' })]);
    server.reports.set('/api/v1/forecasts', {});
    server.holdReports();
    for (const [of, count] of [
      ['shop', '4 objects'],
      ['child', '2 objects'],
      ['x', '1 object'],
    ] as const) {
      await startApp(server, `/forecast?of=${of}`, 1440, 900);
      const words = `Simulating the deletion with each policy, and in other orders where the order may matter. It is about ${count}…`;
      await expect.element(page.getByText(words)).toBeVisible();
    }
  });

  it('an empty cluster is called empty', async () => {
    const server = new FakeServer([]);
    server.health = { ...server.health, kinds: [] };
    await startApp(server, '/?view=list', 1440, 900);
    await expect.element(page.getByText(/^The cluster is empty/)).toBeVisible();
    expect(summary()).toContain('0 objects');
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await expect.element(filters.getByText('None.').first()).toBeVisible();
    await expect.element(filters.getByText(/No entry/)).not.toBeInTheDocument();
  });
});
