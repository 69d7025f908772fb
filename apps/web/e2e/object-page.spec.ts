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
});
