import { expect, test } from './support/journey.ts';

test.describe('What happens in the cluster', () => {
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
    await expect(page.getByText(/^None of the \d+ objects matches the filters/)).toBeVisible({
      timeout: 30_000,
    });
  });

  test('stands at the top of the open page of activity, with the finalizer that was removed', async ({
    page,
    cluster,
  }) => {
    const namespace = 'journey-activity';
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await cluster.createNamespace(namespace);
    await page.goto(`/activity?ns=${namespace}`);
    await expect(page.getByText(/changes? since gcscope began to watch/)).toBeVisible();
    await cluster.create(path, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'held', finalizers: ['example.com/hold'] },
    });
    const newest = page.locator('.activity > li').first();
    await expect(newest).toContainText('held ConfigMap · journey-activity');
    await expect(newest).toContainText('Created.');
    await cluster.patch(
      `${path}/held`,
      JSON.stringify([{ op: 'remove', path: '/metadata/finalizers' }]),
    );
    await expect(newest).toContainText('Finalizer example.com/hold removed.');
    await expect(newest).toContainText('held ConfigMap · journey-activity');
  });
});
