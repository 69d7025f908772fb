import type { APIResponse } from '@playwright/test';
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

  test('leads along owners and dependents, as deep as the address says', async ({
    page,
    cluster,
  }) => {
    const ledger = await cluster.find(LEDGER);
    await page.goto(`/o/${ledger.uid}?view=list&depth=1`);
    const objects = page.getByRole('rowheader');
    await expect(objects).toHaveText([/^ledger-v1Deployment/, /^ledger-v1-\w+ReplicaSet/]);
    await page.getByRole('combobox', { name: 'Depth' }).selectOption('2 levels');
    await expect(page).toHaveURL(/depth=2/);
    await expect(objects).toHaveCount(3);
    await expect(objects.filter({ hasText: 'Pod' })).toHaveCount(1);

    const panel = page.getByRole('complementary', { name: 'Object' });
    await panel.getByRole('link', { name: /^ledger-v1-\w+ .*ReplicaSet$/ }).click();
    await expect(panel.getByRole('heading', { level: 1 })).toContainText(/^ledger-v1-\w+/);
    await panel.getByRole('link', { name: /^ledger-v1 .*Deployment$/ }).click();
    await expect(page).toHaveURL(new RegExp(`/o/${ledger.uid}`));
  });

  test('is shared as a link, as SVG and as DOT', async ({ page, context, baseURL, cluster }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const ledger = await cluster.find(LEDGER);
    const { nodes } = await cluster.snapshot();
    const pods = nodes.filter(
      ({ kind, name }) => kind === 'Pod' && /^ledger-v1-\w+-\w+$/.test(name),
    );
    await page.goto(`/o/${ledger.uid}?depth=1`);
    const share = page.getByRole('button', { name: 'Share' });
    await share.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`${baseURL}/o/${ledger.uid}`);

    await expect(share).toBeVisible();
    await share.click();
    const file = async (name: string): Promise<APIResponse> =>
      page.request.get((await page.getByRole('menuitem', { name }).getAttribute('href')) ?? '');
    const svg = await file('Open its SVG');
    expect(svg.status()).toBe(200);
    expect(svg.headers()['content-type']).toMatch(/^image\/svg\+xml/);
    const picture = await svg.text();
    expect(picture).toMatch(/<svg[^>]*>[\s\S]*ledger-v1[\s\S]*<\/svg>\s*$/);
    // Two levels down, one too many.
    expect(pods).toHaveLength(1);
    for (const { uid } of pods) expect(picture).not.toContain(uid);
    expect(picture).toContain(ledger.uid);

    const dot = await file('Open its DOT');
    expect(dot.status()).toBe(200);
    expect(dot.headers()['content-type']).toMatch(/^text\/vnd\.graphviz/);
    expect(await dot.text()).toMatch(/^strict digraph full \{[\s\S]*ledger-v1[\s\S]*\}\s*$/);
  });

  test('answers under its uid after the object is gone', async ({
    page,
    cluster,
    inFreshBrowser,
  }) => {
    const configMaps = '/api/v1/namespaces/shop/configmaps';
    const uid = await cluster.create(configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'short-lived' },
    });
    await page.goto(`/o/${uid}`);
    const panel = page.getByRole('complementary', { name: 'Object' });
    await expect(panel.getByRole('heading', { level: 1 })).toContainText('short-lived');
    await expect(panel.getByRole('button', { name: 'Simulate delete…' })).toBeVisible();

    await cluster.delete(`${configMaps}/short-lived`);
    const gone = /deleted|gone|no longer/i;
    await expect(panel.getByRole('status')).toContainText(gone);
    await expect(panel.getByRole('button', { name: 'Simulate delete…' })).toBeHidden();
    await page.reload();
    await expect(panel.getByRole('heading', { level: 1 })).toContainText('short-lived');
    await expect(panel.getByRole('status')).toContainText(gone);
    const elsewhere = await inFreshBrowser(`/o/${uid}`);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toContainText('short-lived');
  });

  test.describe('for nobody', () => {
    // The browser itself logs each refused request.
    test.use({ expectedErrors: [/404 \(Not Found\)/] });

    test('says that a uid never existed', async ({ page }) => {
      await page.goto('/o/00000000-nobody');
      const panel = page.getByRole('complementary', { name: 'Object' });
      await expect(panel).toContainText('00000000-nobody');
      await expect(panel.getByRole('status')).toHaveText(
        'gcscope has seen no object with this uid. It may have been deleted before gcscope started, or ' +
          'belong to another cluster. Search by name instead.',
      );
    });
  });
});
