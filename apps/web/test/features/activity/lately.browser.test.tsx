import { type ActivityEntry, say } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const cronJob = record({ uid: 'cron', kind: 'CronJob', name: 'nightly', namespace: 'shop' });
const job = record({ uid: 'job', kind: 'Job', name: 'nightly-29930001', namespace: 'shop' });
const pod = record({ uid: 'pod', kind: 'Pod', name: 'web-1', namespace: 'shop' });
const AT = '2026-11-21T09:00:00Z';
const ENTRIES: readonly ActivityEntry[] = [
  { seq: 2, at: AT, type: 'created', object: job, text: say`Created.` },
  { seq: 1, at: AT, type: 'gone', object: pod, text: say`Gone: its deletion ended.` },
];

function tell(server: FakeServer, entries: readonly ActivityEntry[]): void {
  server.reports.set('/api/v1/activity', {
    entries,
    since: AT,
    total: 2,
    isCut: false,
    types: {},
    namespaces: [],
  });
}

async function start(width: number, server = new FakeServer([cronJob])): Promise<() => string> {
  tell(server, ENTRIES);
  const { address } = await startApp(server, '/?view=map', width, 800);
  return address;
}

it('the first screen names the latest change that is no routine, and leads to all', async () => {
  const address = await start(1440);
  await page.getByRole('link', { name: /web-1 Gone: its deletion ended\./ }).click();
  await eventually(() => expect(address()).toMatch(/^\/activity/));
});

it('follows what happens while the page is open', async () => {
  const server = new FakeServer([cronJob]);
  await start(1440, server);
  await expect.element(page.getByRole('link', { name: /web-1 Gone/ })).toBeVisible();
  tell(server, [
    { ...ENTRIES[0], seq: 3, object: pod, text: say`Created again.` } as ActivityEntry,
  ]);
  server.push({ upserts: [pod], removes: [] });
  await expect
    .element(page.getByRole('link', { name: /web-1 Created again/ }), { timeout: 15_000 })
    .toBeVisible();
});

it('a narrow page keeps the room for the map', async () => {
  await start(390);
  await expect.element(page.getByRole('button', { name: 'Fit everything' })).toBeVisible();
  await expect.element(page.getByText('its deletion ended')).not.toBeInTheDocument();
});
