import { expect, test } from './support/journey.ts';

const LEDGER = { kind: 'Deployment', namespace: 'payments', name: 'ledger-v1' };
const FINALIZER = 'audit.example.com/flush-ledger';

test.describe('The page of an object', () => {
  test('says the verdict and the chain that it rests on', async ({ page, cluster }) => {
    const ledger = await cluster.find(LEDGER);
    await page.goto(`/o/${ledger.uid}`);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict).toContainText(/^Waits for ReplicaSet payments\/ledger-v1-\w+/);
    await expect(verdict).toContainText(
      `the root cause is finalizer ${FINALIZER} of Pod payments/ledger-v1-`,
    );
    const because = verdict.getByRole('listitem');
    await expect(because.filter({ hasText: 'which blocks it' }).first()).toContainText('FG-02');
    await expect(because.filter({ hasText: 'has the finalizer' })).toContainText('API-35');
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect(panel.getByRole('definition').filter({ hasText: 'Deletion' })).toHaveText(
      'foregroundDeletion',
    );
    await expect(panel).toContainText('get deployments.apps/ledger-v1 -n payments');
  });
});
