import { expect, test } from './support/journey.ts';
import { expectToFit } from './support/layout.ts';

const SCRIPT = '<img src=x onerror=alert(1)>';
const BIDI = 'safe\u202Egnp.exe\u2066';

test.describe('Names that mean harm', { tag: '@long' }, () => {
  test('are shown as what they are: text', async ({ page, cluster, inFreshBrowser }) => {
    const labels = { 'app.kubernetes.io/name': 'plain' };
    const role = await cluster.create('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: SCRIPT, labels },
    });
    const bidi = await cluster.create('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: BIDI },
    });
    const secrets = '/api/v1/namespaces/shop/secrets';
    const owner = (kind: string, name: string, uid: string) => ({
      apiVersion: 'evil.example.com/v1',
      kind,
      name,
      uid,
    });
    const child = await cluster.create(secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'child-of-evil',
        annotations: { note: `${SCRIPT}"]; label=<x>` },
        ownerReferences: [
          owner(`K${'ind'.repeat(3333)}`, 'n'.repeat(20_000), 'long'),
          owner('constructor', 'toString', '__proto__'),
          owner(`K${'ind'.repeat(3333)}`, SCRIPT, '../../..?depth=9#<script>'),
          owner('Quote"]\\', `${BIDI}"\\n}`, 'uid "with\\ all` of it'),
        ],
      },
    });

    const panel = page.getByRole('complementary', { name: 'Object' });
    await page.goto('/?view=list');
    await expect(page.getByRole('row').filter({ hasText: SCRIPT }).first()).toBeVisible();
    await page.goto(`/o/${role}`);
    await expect(panel.getByRole('heading', { level: 1 })).toContainText(SCRIPT);
    await page.goto(`/o/${bidi}`);
    await expect(panel.getByRole('heading', { level: 1 })).toContainText('gnp.exe');

    await page.goto(`/o/${child}`);
    await expect(panel.getByRole('link', { name: /toString/ }).first()).toBeVisible();
    // Not pushed out of its line by the length of its kind.
    await expect(panel.getByRole('link', { name: SCRIPT }).getByText(SCRIPT).first()).toBeVisible();
    await expect(page.getByRole('application')).toBeVisible();
    await expectToFit(page);

    for (const uid of ['__proto__', '../../..?depth=9#<script>', 'uid "with\\ all` of it']) {
      const virtual = await inFreshBrowser(`/o/${encodeURIComponent(uid)}`);
      await expect(
        virtual.getByRole('complementary', { name: 'Object' }).getByRole('heading', { level: 1 }),
      ).toContainText(/toString|img src|safe/);
      await expect(virtual.getByRole('link', { name: /child-of-evil/ }).first()).toBeVisible();
    }

    const long = await inFreshBrowser('/o/long');
    await expectToFit(long);
    // However much the name takes, what stands below it can be reached.
    await long
      .getByRole('link', { name: /child-of-evil/ })
      .first()
      .click({ trial: true });

    // The panel's own link to a ghost survives a click.
    await panel
      .getByRole('link', { name: /toString/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/o\/__proto__/);
    await expect(panel.getByRole('heading', { level: 1 })).toContainText('toString');

    // Simulated as well.
    await page.goto(`/simulate/${child}?policy=Orphan&step=1`);
    await expect(page.getByRole('region', { name: 'This step' })).toContainText(
      'A user deletes Secret shop/child-of-evil',
    );

    // A page without a policy, which may parse what it likes.
    const parser = await inFreshBrowser('about:blank');
    for (const path of [`/o/${child}.svg`, `/o/${role}.svg`, '/graph.svg']) {
      const answer = await page.request.get(path);
      expect(answer.status()).toBe(200);
      const text = await answer.text();
      const wrong = await parser.evaluate((svg) => {
        const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
        const active = parsed.querySelectorAll('script, foreignObject, img, [onerror], [onload]');
        return parsed.querySelector('parsererror')?.textContent ?? `${active.length} active`;
      }, text);
      expect(wrong).toBe('0 active');
      expect(text.length).toBeLessThan(5_000_000);
    }
    const dot = await (await page.request.get(`/o/${child}.dot`)).text();
    expect(dot).toContain('child-of-evil');
    expect(dot.split('\n').length).toBeGreaterThan(4);

    // As a document of its own, an SVG runs nothing.
    await page.goto('/graph.svg');
    await expect(page.locator('svg').first()).toBeVisible();
  });
});
