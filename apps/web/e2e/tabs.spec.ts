import type { Page } from '@playwright/test';
import { EmbeddedCluster } from './support/embedded-cluster.ts';
import { expect, SERVER_GONE } from './support/journey.ts';
import { test } from './support/running-program.ts';

/** A number of `/metrics`. */
async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

const RESYNCS = 'gcscope_stream_resyncs_total{reason="unknown"}';

/** A page is live with its first answer, and its stream is counted when the server has begun it. */
const openStreams = (url: string): Promise<number> => metric(url, 'gcscope_stream_clients');

/** Every object that was made is in the list of the page. */
async function shows(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await expect(page.getByRole('row', { name: new RegExp(`${name} ConfigMap`) })).toBeVisible();
  }
}

test.describe('Tabs of one browser', () => {
  // The browser itself logs each request that finds nobody.
  test.use({ expectedErrors: [SERVER_GONE] });

  test('read one stream, and go on when the first one is closed and when the server starts again', async ({
    page,
    context,
    program,
  }) => {
    test.slow();
    const cluster = new EmbeddedCluster(program.url);
    const create = (name: string) =>
      cluster.create('/api/v1/namespaces/shop/configmaps', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name },
      });
    const address = `${program.url}/?ns=shop&kind=ConfigMap&view=list`;
    const others = [await context.newPage(), await context.newPage()];
    for (const tab of [page, ...others]) {
      await tab.goto(address);
      await expect(tab.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
    }
    // A tab on another page reads it, too.
    const elsewhere = await context.newPage();
    await elsewhere.goto(`${program.url}/terminating`);
    await expect(elsewhere.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
    await expect.poll(() => openStreams(program.url)).toBe(1);

    await create('with-all');
    for (const tab of [page, ...others]) await shows(tab, ['with-all']);
    await Promise.all([page.close(), create('while-closing')]);
    await create('after-closing');
    for (const tab of others) await shows(tab, ['with-all', 'while-closing', 'after-closing']);
    await expect.poll(() => openStreams(program.url)).toBe(1);
    expect(await metric(program.url, RESYNCS)).toBe(0);

    await program.stop();
    for (const tab of others) {
      const banner = tab.getByRole('alert').filter({ hasText: 'Stale for' });
      await expect(banner).toContainText(
        'The gcscope server does not answer. Check that it is running and reachable. This page tries again by itself.',
      );
      await expect(tab.getByRole('status').filter({ hasText: /^stale$/ })).toBeVisible();
      await shows(tab, ['with-all']);
      // A reload would forget it.
      await tab.evaluate(() => {
        document.title = 'never reloaded';
      });
    }
    await program.startAgain();
    for (const tab of others) {
      await expect(tab.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible({
        timeout: 60_000,
      });
    }
    await create('in-the-new-world');
    for (const tab of others) {
      await shows(tab, ['in-the-new-world']);
      await expect(tab.getByRole('row', { name: /with-all/ })).toBeHidden();
      expect(await tab.title()).toBe('never reloaded');
      await expect(tab).toHaveURL(address);
    }
    await expect.poll(() => openStreams(program.url)).toBe(1);
    for (const tab of [...others, elsewhere]) await tab.close();
    await expect.poll(() => openStreams(program.url)).toBe(0);
  });

  test('are more than the six connections that a browser allows', { tag: '@long' }, async ({
    context,
    program,
  }) => {
    for (let tab = 0; tab < 7; tab++) {
      const page = await context.newPage();
      await page.goto(`${program.url}/findings`);
      await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
    }
    await expect.poll(() => openStreams(program.url)).toBe(1);
  });

  test('read a stream each where the browser has no shared worker', { tag: '@long' }, async ({
    context,
    program,
  }) => {
    await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    for (let tab = 0; tab < 2; tab++) {
      const page = await context.newPage();
      await page.goto(`${program.url}/findings`);
      await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
    }
    await expect.poll(() => openStreams(program.url)).toBe(2);
  });
});
