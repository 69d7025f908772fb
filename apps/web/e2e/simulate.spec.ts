import type { Locator, Page } from '@playwright/test';
import type { EmbeddedCluster } from './support/embedded-cluster.ts';
import { expect, test } from './support/journey.ts';

const CHECKOUT = { kind: 'Deployment', namespace: 'payments', name: 'checkout' };

const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });
const place = (page: Page): Locator => player(page).getByText(/^step \d+ of \d+/);
const button = (page: Page, name: string): Locator => player(page).getByRole('button', { name });
const happens = (page: Page): Locator => page.getByRole('region', { name: 'This step' });
const group = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** What a person reads of the current step: place, sentence, changes, requests, queues. */
async function step(page: Page): Promise<string> {
  return `${await place(page).textContent()}\n${await happens(page).textContent()}`;
}

/** What a deletion would have left on the Deployment and what nobody but its deletion takes away. */
async function marks(cluster: EmbeddedCluster): Promise<readonly unknown[]> {
  const checkout = await cluster.find(CHECKOUT);
  const { nodes } = await cluster.snapshot();
  const owned = nodes.filter(
    ({ kind, owners }) =>
      (kind === 'Secret' || kind === 'ConfigMap') && owners.some(({ uid }) => uid === checkout.uid),
  );
  return [checkout, ...owned]
    .map(({ uid, deletionTimestamp, finalizers, owners }) => ({
      uid,
      deletionTimestamp,
      finalizers,
      owners,
    }))
    .sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

test.describe('A simulated deletion', () => {
  test('in the foreground: on, back and on again show the same steps', async ({
    page,
    cluster,
  }) => {
    const before = await marks(cluster);
    expect(before.length).toBeGreaterThan(2);
    const checkout = await cluster.find(CHECKOUT);
    await page.goto(`/o/${checkout.uid}`);
    await page.getByRole('button', { name: 'Simulate delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Simulate delete' });
    await expect(dialog).toContainText('stay and lose the reference');
    await dialog.getByRole('link', { name: /^Simulate Foreground/ }).click();
    await expect(page).toHaveURL(new RegExp(`/simulate/${checkout.uid}\\?.*policy=Foreground`));
    await expect(page.getByText('Nothing in the cluster changes.')).toBeVisible();
    await expect(place(page)).toHaveText(/^step 0 of \d+$/);
    await expect(group(page, 'Outcome')).toContainText(
      /is idle: \d+ deleted(?!.*still being deleted)/,
    );
    await expect(group(page, 'Deleted')).toContainText('Deployment payments/checkout');
    await expect(group(page, 'Left alone')).toContainText('checkout-metrics-reader');

    const texts: string[] = [];
    for (let at = 1; at <= 6; at++) {
      await button(page, 'Next (→)').click();
      await expect(place(page)).toHaveText(new RegExp(`^step ${at} of`));
      texts.push(await step(page));
    }
    expect(texts[0]).toMatch(
      /User\s*A user deletes Deployment payments\/checkout with the policy Foreground/,
    );
    expect(texts[0]).toContain('API-20');
    expect(texts[0]).toMatch(
      /DELETE\s*\/apis\/apps\/v1\/namespaces\/payments\/deployments\/checkout/,
    );
    for (let at = 5; at >= 1; at--) {
      await button(page, 'Back (←)').click();
      await expect(place(page)).toHaveText(new RegExp(`^step ${at} of`));
      expect(await step(page)).toBe(texts[at - 1]);
    }
    for (let at = 2; at <= 6; at++) {
      await page.keyboard.press('ArrowRight');
      await expect(place(page)).toHaveText(new RegExp(`^step ${at} of`));
      expect(await step(page)).toBe(texts[at - 1]);
    }
    await page.keyboard.press('End');
    await expect(button(page, 'Next (→)')).toBeDisabled();
    await expect(group(page, 'Other actors')).toContainText(
      'No other controller has pending work.',
    );
    expect(await marks(cluster)).toEqual(before);
  });
});
