import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

describe('a cluster that is not read, or not for sure', { timeout: 60_000 }, () => {
  it('what was read and is refused now is stale', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    const message = 'the server refused the credentials (HTTP 401: Unauthorized)';
    server.health = { ...server.health, state: 'stale', message };
    await startApp(server, '/');
    const banner = page.getByRole('alert');
    await expect.element(banner).toHaveTextContent(/^Stale for .*\. The server refused/);
    expect(document.querySelector('.stream-state')?.textContent).toBe('stale');
  });

  it('is read in one namespace only: the page says so, kind by kind', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    const [secrets] = server.health.kinds;
    if (!secrets) throw new Error('No kind is known.');
    const message = 'Only the namespace shop is read.';
    const pods = { ...secrets, resource: 'pods', kind: 'Pod', objects: 1, message };
    const kinds = [{ ...pods, state: 'synced' as const, namespaces: ['shop'] }, secrets];
    server.health = { ...server.health, kinds };
    await startApp(server, '/');
    await page.getByRole('link', { name: '2 kinds unread' }).click();
    const rows = page.getByRole('dialog').getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent(/^Pod.*read in shop only.*Only the name/);
    await expect.element(rows.nth(1)).toHaveTextContent(/^Secret.*forbidden.*may not be listed/);
  });

  it('is not verified, where the kubeconfig says so', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    server.warnings = ['The certificate of <b>https://one</b> is not verified.'];
    await startApp(server, '/');
    const banner = page.getByText('The certificate of <b>https://one</b> is not verified.');
    await expect.element(banner).toBeVisible();
    expect(document.querySelector('.stream-state')?.textContent).toBe('live');
  });
});
