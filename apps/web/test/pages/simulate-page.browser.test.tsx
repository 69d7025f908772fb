import { say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ForkServer } from '../support/fork-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

describe('a deletion that cannot be simulated', { timeout: 60_000 }, () => {
  it('of what was never seen only the search is offered', async () => {
    const { server } = new ForkServer([]);
    await startApp(server, '/simulate/nobody');
    await expect.element(page.getByText('No object with this uid was ever seen.')).toBeVisible();
    expect(document.title).toBe('This deletion cannot be simulated · gcscope');
    await expect.element(page.getByRole('link', { name: 'Show the whole cluster' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Search by name' })).toBeVisible();
    await expect.poll(() => server.askedFor('nobody')).toBe(1);
    await expect
      .element(page.getByRole('link', { name: /last known state/ }))
      .not.toBeInTheDocument();
  });

  it('of what is gone the page leads to what is remembered', async () => {
    const { server } = new ForkServer([]);
    const gone = { at: '2026-11-21T09:00:00Z', text: say`Gone.` };
    server.tombstones.set('lost', { record: record({ uid: 'lost' }), gone, history: [] });
    await startApp(server, '/simulate/lost');
    await page.getByRole('link', { name: 'Show its last known state' }).click();
    await expect.element(page.getByText('Gone.')).toBeVisible();
  });
});
