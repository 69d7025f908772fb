import { say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

describe('search', { timeout: 60_000 }, () => {
  it('finds what is there, then what is gone, and leads to its page', async () => {
    const there = record({ uid: 'there', name: 'web-new', namespace: 'shop' });
    const gone = record({ uid: 'old', name: 'web-old', namespace: 'shop' });
    const server = new FakeServer([there]);
    const at = '2026-11-21T09:00:00Z';
    const line = { type: 'gone', at, text: say`Gone.` };
    server.reports.set('/api/v1/activity', {
      // What came back under its uid is there, whatever happened before.
      entries: [
        { ...line, seq: 3, object: there },
        { ...line, seq: 2, object: gone },
        { ...line, seq: 1, object: gone },
      ],
      since: at,
      total: 3,
      isCut: false,
      types: {},
      namespaces: [],
    });
    const started = await startApp(server, '/?show=search');
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search objects' }), 'shop web');
    await expect.element(page.getByRole('option', { name: 'web-old' })).toBeVisible();
    const rows = page.getByRole('option').all();
    expect(rows.map((row) => row.element().textContent)).toEqual([
      expect.stringContaining('web-new'),
      expect.stringMatching(/web-old.*gone/),
    ]);
    expect(server.queries.get('/api/v1/activity')).toBe('?limit=100&type=gone&q=shop+web');
    await page.getByRole('option', { name: 'web-old' }).click();
    await eventually(() => expect(started.address()).toMatch(/^\/o\/old/));
  });
});
