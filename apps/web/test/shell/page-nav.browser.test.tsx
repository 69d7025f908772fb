import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

function going(uid: string): ReturnType<typeof record> {
  return record({ uid, beingDeleted: true, summary: { verdict: 'waits', rule: 'API-35' } });
}

describe('the numbers beside the pages', { timeout: 60_000 }, () => {
  it('beside its report the number of what is being deleted is that of the report', async () => {
    const server = new FakeServer([going('one')]);
    const row = { object: going('one'), state: 'slow', chain: [], rootCauses: [], misleading: [] };
    server.reports.set('/api/v1/terminating', { objects: [row], unread: [] });
    const { live } = await startApp(server, '/terminating', 1440, 900);
    await expect.element(page.getByText(/1 object is being deleted/)).toBeVisible();
    server.push({ upserts: [going('two')], removes: [] });
    await eventually(() => expect(live.store.counts.objects).toBe(2));
    await expect.element(page.getByRole('link', { name: 'Terminating 1' })).toBeVisible();
    await page.getByRole('link', { name: 'Map' }).click();
    await expect.element(page.getByRole('link', { name: 'Terminating 2' })).toBeVisible();
  });

  it('at 1440 px numbers of two digits leave the name of the cluster whole', async () => {
    const wrong = { index: 0, finding: 'dangling' } as const;
    const uids = Array.from({ length: 12 }, (_, at) => `u${at}`);
    const summary = { verdict: 'waits', rule: 'API-35', wrong: [wrong] } as const;
    const server = new FakeServer(uids.map((uid) => record({ uid, beingDeleted: true, summary })));
    server.context = 'production-europe-west-1-blue';
    await startApp(server, '/', 1440, 900);
    await expect.element(page.getByRole('link', { name: 'Terminating 12' })).toBeVisible();
    const name = document.querySelector('.cluster > span');
    expect(name?.textContent).toBe(server.context);
    expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
  });

  it('the number of wrong objects, which is not that of the findings, says so', async () => {
    const wrong = { index: 0, finding: 'dangling' } as const;
    const summary = { verdict: 'stays', rule: 'AD-17', wrong: [wrong] } as const;
    await startApp(new FakeServer([record({ uid: 'one', summary })]), '/', 1440, 900);
    await expect.element(page.getByRole('link', { name: 'Findings 1 wrong' })).toBeVisible();
  });
});
