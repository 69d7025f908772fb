import type { Locator, Page } from '@playwright/test';
import type { Named } from './support/embedded-cluster.ts';
import { faultsOnEveryScreen } from './support/every-screen.ts';
import { expect, test } from './support/journey.ts';

const UUID = /[\da-f]{8}-[\da-f]{4}-/;

interface Screen {
  /** `UID` stands for the uid of the object. */
  readonly address: string;
  readonly of?: Named;
  /** There once the page is whole. */
  readonly whole: (page: Page) => Locator;
}

const LEDGER = { kind: 'Deployment', namespace: 'payments', name: 'ledger-v1' };
const CHECKOUT = { kind: 'Deployment', namespace: 'payments', name: 'checkout' };

const region = (name: string) => (page: Page) => page.getByRole('region', { name });
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const inMain = (page: Page): Locator => page.getByRole('main').getByRole('link').first();
const map = (page: Page): Locator => page.getByRole('toolbar', { name: 'Map' });
// On a phone it comes before all else.
const summary = (page: Page): Locator =>
  page.getByRole('region', { name: /^(On the node|Removed next)$/ }).getByRole('status');

const SCREENS: Readonly<Record<string, Screen>> = {
  map: { address: '/?view=map', whole: map },
  list: {
    address: '/?view=list',
    whole: (page) => page.getByRole('row', { name: /ledger-v1 Deployment/ }),
  },
  'object in view': { address: '/?view=list&sel=UID', of: LEDGER, whole: region('Verdict') },
  search: { address: '/?show=search', whole: dialog },
  views: { address: '/?show=views', whole: dialog },
  kinds: { address: '/?show=kinds', whole: dialog },
  keys: { address: '/?show=keys', whole: dialog },
  rule: { address: '/?rule=GB-25', whole: dialog },
  object: { address: '/o/UID?view=map', of: LEDGER, whole: map },
  'object with wrong references': {
    address: '/o/UID?view=list',
    of: { kind: 'ConfigMap', namespace: 'shop', name: 'pricing-rules-copy' },
    whole: region('Verdict'),
  },
  'stuck Namespace': {
    address: '/o/UID?view=list',
    of: { kind: 'Namespace', name: 'preview-417' },
    whole: region('What blocks it'),
  },
  findings: { address: '/findings', whole: inMain },
  terminating: { address: '/terminating', whole: inMain },
  activity: { address: '/activity', whole: inMain },
  forecast: {
    address: '/forecast?of=UID',
    of: { kind: 'Database', namespace: 'payments', name: 'ledger' },
    whole: region('Orphan'),
  },
  'start of a player': {
    address: '/simulate/UID?policy=Foreground&step=0',
    of: CHECKOUT,
    whole: region('Deleted'),
  },
  player: {
    address: '/simulate/UID?policy=Foreground&step=8',
    of: CHECKOUT,
    whole: region('API requests'),
  },
  scenes: { address: '/scenes', whole: region('Asked most often') },
  'scene, compared': {
    address: '/scenes/foreground-v1.36?step=7&beside=Orphan',
    whole: region('Comparison: Orphan'),
  },
  node: { address: '/node', whole: (page) => page.getByRole('button', { name: 'Open a file' }) },
  'node at a moment': {
    address: '/scenes/node-image-pressure?in=5m&sel=image%20train-11',
    whole: summary,
  },
  'node with warnings': {
    address: '/scenes/node-empty-log-path?set=images.lowThresholdPercent:99',
    whole: summary,
  },
  'run of a kubelet': {
    address: '/scenes/node-gone-pod?run=containers@45s&step=4',
    whole: region('This step'),
  },
  picture: {
    address: '/picture',
    whole: (page) => page.getByRole('button', { name: 'Open a file' }),
  },
  'page not found': { address: '/nowhere', whole: heading('Page not found') },
  'scene not found': { address: '/scenes/nobody', whole: heading('Scene not found') },
  'run not found': {
    address: '/scenes/node-crash-loop?run=images@17s',
    whole: heading('This run cannot be shown'),
  },
  'parts of a link ignored': {
    address: '/findings?depth=-1&namespace=shop',
    whole: (page) => page.getByText('Parts of this link are ignored'),
  },
};

test.describe('Every page has a title and texts for people, fits on every screen, and axe finds nothing on it', {
  tag: '@long',
}, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [name, { address, of, whole }] of Object.entries(SCREENS)) {
    test(name, async ({ page, cluster }) => {
      const uid = of ? (await cluster.find(of)).uid : '';
      await page.goto(address.replace('UID', uid));
      await expect(whole(page)).toBeVisible();
      await expect(page).toHaveTitle(/^\S.* · gcscope$/);
      expect(await page.title()).not.toMatch(UUID);
      // Backticks mark code in texts; pages draw it instead.
      expect(await page.locator('body').textContent()).not.toContain('`');
      expect(await faultsOnEveryScreen(page, whole(page))).toEqual([]);
    });
  }
});
