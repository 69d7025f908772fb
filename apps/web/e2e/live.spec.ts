import { EmbeddedCluster } from './support/embedded-cluster.ts';
import { expect, SERVER_GONE } from './support/journey.ts';
import { test } from './support/running-program.ts';

const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
});

test.describe('What happens in the cluster', () => {
  test('comes to the list and the map by itself', async ({ page, cluster, inFreshBrowser }) => {
    const namespace = 'journey-appears';
    await cluster.createNamespace(namespace);
    const address = `/?kind=Secret&ns=${namespace}`;
    await page.goto(`${address}&view=list`);
    await expect(page.getByText('No object matches the filters.')).toBeVisible();
    const map = await inFreshBrowser(address);
    await expect(map.getByText(/^None of the \d+ objects matches the filters/)).toBeVisible();

    const uid = await cluster.create(`/api/v1/namespaces/${namespace}/secrets`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'newcomer' },
    });
    await expect(page.getByRole('row', { name: /newcomer Secret/ })).toBeVisible();
    await expect(map.getByRole('status').filter({ hasText: / of \d+ objects/ })).toContainText(
      /^1 of \d+ objects/,
    );
    const canvas = map.getByRole('application', { name: 'Map of the cluster' });
    await canvas.focus();
    await map.keyboard.press('ArrowDown');
    await expect(map).toHaveURL(new RegExp(`sel=${uid}`));
    await expect(map.getByText(`Secret newcomer, in ${namespace}, no owner`)).toBeAttached();
  });

  test('leaves the screen when the collector has deleted it', async ({ page, cluster }) => {
    const namespace = 'journey-cascade';
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const labels = { app: 'leaving' };
    await cluster.createNamespace(namespace);
    await page.goto(`/?kind=Deployment.apps,Pod,ReplicaSet.apps&ns=${namespace}&view=list`);
    await cluster.create(deployments, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'leaving' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'leaving', image: 'registry.example.com/leaving:1' }] },
        },
      },
    });
    const rows = page.getByRole('rowheader');
    const kinds = [/^leavingDeployment/, /Pod/, /Pod/, /^leaving-\w+ReplicaSet/];
    await expect(rows).toHaveText(kinds, { timeout: 15_000 });

    await cluster.delete(`${deployments}/leaving`);
    // Pods have their grace, so the whole takes as long as in any cluster.
    await expect(page.getByText('No object matches the filters.')).toBeVisible({
      timeout: 60_000,
    });
  });

  test.describe('while gcscope is away', () => {
    // The browser itself logs each request that finds nobody.
    test.use({ expectedErrors: [SERVER_GONE] });

    test('is said to be stale, and is new when it is back', async ({ page, program }) => {
      test.slow();
      const address = `${program.url}/?ns=shop&kind=ConfigMap&view=list`;
      await page.goto(address);
      const first = new EmbeddedCluster(program.url);
      await first.create('/api/v1/namespaces/shop/configmaps', configMap('of-the-old-world'));
      const old = page.getByRole('row', { name: /of-the-old-world/ });
      await expect(old).toBeVisible();
      // A reload would forget it.
      await page.evaluate(() => {
        document.title = 'never reloaded';
      });

      await program.stop();
      const banner = page.getByRole('alert').filter({ hasText: 'Stale for' });
      await expect(banner).toContainText('gcscope will retry.');
      await expect(page.getByRole('status').filter({ hasText: /^stale$/ })).toBeVisible();
      await expect(old).toBeVisible();

      await program.startAgain();
      await expect(banner).toBeHidden({ timeout: 30_000 });
      await expect(page.getByRole('status').filter({ hasText: /^live$/ })).toBeVisible();
      await expect(old).toBeHidden();
      const second = new EmbeddedCluster(program.url);
      await second.create('/api/v1/namespaces/shop/configmaps', configMap('of-the-new-world'));
      await expect(page.getByRole('row', { name: /of-the-new-world/ })).toBeVisible();
      expect(await page.title()).toBe('never reloaded');
      await expect(page).toHaveURL(address);
    });
  });
});
