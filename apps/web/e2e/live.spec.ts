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
    await expect(page.getByText('No object matches the filters.')).toBeVisible({
      timeout: 30_000,
    });
  });
});
