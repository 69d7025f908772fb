import type { AuditReport } from '@gcscope/gc-core/wire';
import { expect, test } from './support/journey.ts';

test.describe('Reports', () => {
  test('a finding goes, live, once its patch was applied', async ({ page, cluster }) => {
    await cluster.createNamespace('audited');
    const metadata = {
      name: 'left-behind',
      ownerReferences: [{ apiVersion: 'gone.example.com/v1', kind: 'Gone', name: 'x', uid: 'x-1' }],
    };
    const uid = await cluster.create('/api/v1/namespaces/audited/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
    });
    await page.goto('/findings?ns=audited');
    const finding = page.getByRole('listitem').filter({ hasText: 'left-behind' });
    await expect(finding).toContainText('owner kind not served');
    await finding.getByText('Fix', { exact: true }).click();
    const command = await finding
      .getByText(/^kubectl -s \S+ patch configmaps\/left-behind/)
      .textContent();
    const body = /-p '(.*)'$/.exec(command ?? '')?.[1] ?? '';
    await cluster.patch('/api/v1/namespaces/audited/configmaps/left-behind', body);
    await expect(page.getByText(/^None of the \d+ findings matches the filters/)).toBeVisible();
    const report = await page.request.get('/api/v1/audit?namespace=audited');
    expect(((await report.json()) as AuditReport).findings).toEqual([]);
    expect((await cluster.snapshot()).nodes.find((node) => node.uid === uid)?.owners).toEqual([]);
  });

  test('what happened after all is laid beside the forecast', async ({ page, cluster }) => {
    await cluster.createNamespace('weighed');
    const collection = '/api/v1/namespaces/weighed/configmaps';
    const create = (name: string, owner?: { name: string; uid: string }): Promise<string> =>
      cluster.create(collection, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name,
          ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', ...owner }] }),
        },
      });
    const uid = await create('top');
    await create('below', { name: 'top', uid });
    await page.goto(`/forecast?of=${uid}`);
    const orphan = page.getByRole('region', { name: 'Orphan' });
    await expect(orphan).toContainText('1 orphaned');
    await cluster.delete(`${collection}/top`, 'Orphan');
    const happened = page.getByRole('region', { name: 'What happened' });
    await expect(happened).toContainText('The deletion has begun: as forecast for Orphan');
    await expect(happened).toContainText('2 objects are as forecast');
  });
});
