import { code, say, type TerminatingReport } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const space = record({ uid: 'space', kind: 'Namespace', name: 'preview', namespace: '' });
const copy = record({ uid: 'copy', kind: 'Database', name: 'orders', namespace: 'preview' });

const REPORT: TerminatingReport = {
  objects: [
    {
      object: space,
      since: '2026-11-21T09:00:00Z',
      state: 'stuck',
      blockedBy: 'Database preview/orders, finalizer example.com/backup',
      chain: [{ object: space, waitsFor: say`Waits for ${copy}.`, rule: 'NS-08' }],
      leaves: [
        {
          type: 'finalizer',
          state: 'stuck',
          object: copy,
          text: say`${copy} has the finalizer ${code('example.com/backup')}, which nobody removes.`,
          rules: ['DE-11'],
          advice: [
            {
              text: say`Look at it.`,
              command: 'kubectl get databases',
              risk: say`None, it only reads.`,
            },
          ],
        },
      ],
      misleading: [{ type: 'NamespaceContentRemaining', rule: 'NS-11', text: say`It says 2.` }],
    },
  ],
  unread: [],
};

describe('the page of what is being deleted', { timeout: 60_000 }, () => {
  it('[NS-11] leads from the object to the leaf that holds it, with the next command and its risk', async () => {
    const server = new FakeServer([space, copy]);
    server.reports.set('/api/v1/terminating', REPORT);
    const { address } = await startApp(server, '/');
    await page.getByRole('link', { name: /^Terminating/ }).click();
    await expect
      .element(page.getByText('1 object is being deleted, 1 of them blocked, 1 stuck.'))
      .toBeVisible();
    const leaves = page.getByRole('list', { name: 'What blocks it' });
    await expect.element(leaves.getByText('example.com/backup')).toBeVisible();
    await expect.element(page.getByText('NamespaceContentRemaining')).toBeVisible();
    await leaves.getByText('What to do next').click();
    await expect.element(leaves.getByText('kubectl get databases')).toBeVisible();
    await expect.element(leaves.getByText(/Risk: None/)).toBeVisible();
    await leaves.getByRole('link', { name: 'preview/orders' }).click();
    await eventually(() => expect(address()).toBe('/o/copy'));
  });
});
