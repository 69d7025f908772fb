import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { endApp, type Started, startApp } from '../support/start-app.tsx';

let started: Started | undefined;

afterEach(async () => {
  await endApp(started);
  started = undefined;
});

describe('an object for others', { timeout: 60_000 }, () => {
  it('the kubectl command goes to the cluster that is read', async () => {
    await page.viewport(1200, 800);
    const server = new FakeServer([record({ uid: 'one' })]);
    server.kubectl = ['--context', 'prod'];
    started = await startApp(server, '/o/one');
    await expect.element(page.getByText('kubectl --context prod get pod/one')).toBeVisible();
  });

  it('signs that would turn the command around are shown as what they are', async () => {
    await page.viewport(1200, 800);
    const server = new FakeServer([record({ uid: 'one', name: 'a\u202eb' })]);
    started = await startApp(server, '/o/one');
    await expect.element(page.getByText('kubectl get pod/a[U+202E]b')).toBeVisible();
    expect(document.body.textContent).not.toContain('\u202e');
  });
});
