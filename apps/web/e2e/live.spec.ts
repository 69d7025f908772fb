import { expect, test } from './support/journey.ts';

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
          spec: {
            containers: [{ name: 'leaving', image: 'registry.example.com/leaving:1' }],
            terminationGracePeriodSeconds: 1,
          },
        },
      },
    });
    const rows = page.getByRole('rowheader');
    const kinds = [/^leavingDeployment/, /Pod/, /Pod/, /^leaving-\w+ReplicaSet/];
    await expect(rows).toHaveText(kinds, { timeout: 15_000 });

    await cluster.delete(`${deployments}/leaving`);
    await expect(page.getByText('No object matches the filters.')).toBeVisible({
      timeout: 30_000,
    });
  });
});
