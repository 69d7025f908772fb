import { type Browser, expect as expectPage, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import { serviceAccountKubeconfig } from '../../real-cluster/src/collect/service-account-kubeconfig.ts';
import { ensureNamespace } from '../../real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { inParallel } from '../../real-cluster/src/differential/play.ts';
import { createObject, deleteObject, listMetadata } from '../../real-cluster/src/objects.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { browser, type Served, serve } from '../../src/served-program.ts';

const PATH = '/api/v1/namespaces/shop/configmaps';
const DEPENDENTS = 1000;
const ALL = DEPENDENTS.toLocaleString('en');
const OWNER = 'owner';
/** Pictures to look at, if somebody names a folder. */
const PICTURES = process.env.GCSCOPE_PICTURES;
const VIEWPORT = { width: 1440, height: 900 };
const expectSoon = expectPage.configure({ timeout: 120_000 });

describeReal('collect, followed on a page', () => {
  let cluster: RealCluster;
  let collector: CollectProcess;
  let served: Served;
  let chrome: Browser;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    await ensureNamespace(cluster, 'shop');
    const kubeconfig = await serviceAccountKubeconfig(cluster, 'generic-garbage-collector');
    collector = await CollectProcess.start({ kubeconfig, folder: cluster.folder });
    await collector.ready();
    served = await serve('--kubeconfig', cluster.viewerKubeconfigPath);
    chrome = await browser();
  });
  afterAll(async () => {
    await chrome?.close();
    await served?.stop();
    await collector?.kill();
    await cluster?.stop();
  });

  const open = async (path: string): Promise<Page> => {
    const page = await chrome.newPage({ viewport: VIEWPORT });
    await page.goto(`${served.url}${path}`);
    return page;
  };

  it('[FG-01] a foreground deletion counts down on the pages, and what is left says who went and in which order', async () => {
    const { name, uid } = await createObject(cluster, PATH, { metadata: { name: OWNER } });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
    await inParallel([...Array(DEPENDENTS).keys()], async (at) => {
      const metadata = { name: `dependent-${at}`, ownerReferences: [owner] };
      await createObject(cluster, PATH, { metadata });
    });
    const map = await open('/');
    const object = await open(`/o/${uid}`);
    const panel = object.getByRole('complementary', { name: 'Object' });
    const count = panel.getByRole('heading', { name: /^Dependents/ });
    const verdict = panel.getByRole('region', { name: 'Verdict' });
    const summary = map.getByRole('navigation', { name: 'Summary of the cluster' });
    await expectSoon(count).toHaveText(`Dependents ${ALL}`);
    await expectSoon(summary).not.toContainText('terminating');
    await picture('before', { map, object });

    await deleteObject(cluster, `${PATH}/${OWNER}`, 'Foreground');
    await expectSoon(count).not.toHaveText(`Dependents ${ALL}`);
    // The collector rests, so that the pages show one state of the middle.
    collector.signal('SIGSTOP');
    // The API server may still carry out what was asked before: the number is read anew until all say the same.
    await expectPage(async () => {
      const left = (await listMetadata(cluster, PATH)).length - 1;
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(DEPENDENTS);
      await expectPage(count).toHaveText(`Dependents ${left.toLocaleString('en')}`);
      await expectPage(panel).toContainText('foregroundDeletion');
      await expectPage(verdict).toContainText(
        new RegExp(`^Waits for .*ConfigMap shop/dependent-.* and ${left - 3} more, which block it`),
      );
      await expectPage(summary).toContainText(new RegExp(`\\D${left}\\s*go next`));
      await expectPage(summary).toContainText(/\D1\s*terminating/);
    }).toPass({ timeout: 120_000 });
    await picture('middle', { map, object });
    collector.signal('SIGCONT');

    await expectSoon(panel).toContainText(
      'Gone: it was deleted in the foreground, and no dependent blocked it any more.',
    );
    const happened = panel.getByRole('region', { name: 'What happened' });
    await expectSoon(happened).toContainText(`${ALL} objects went with it.`);
    const lines = happened.getByRole('listitem');
    await expectSoon(lines.first()).toContainText('Deletion began, in the foreground');
    await picture('end', { map, object });
    const more = happened.getByRole('button', { name: /^Show/ });
    while (await more.isVisible()) await more.click();
    await expectSoon(lines).toHaveCount(DEPENDENTS + 2);
    await expectSoon(lines.last()).toContainText(
      /^[\d:]+owner.*Gone: it was deleted in the foreground/s,
    );
    const texts = await lines.allTextContents();
    const byCollector = texts.slice(1, -1).filter((text) => text.includes('The collector'));
    expect(byCollector).toHaveLength(DEPENDENTS);
    await expectSoon(summary).not.toContainText('terminating');
  });
});

async function picture(moment: string, pages: Readonly<Record<string, Page>>): Promise<void> {
  if (PICTURES === undefined) return;
  for (const [name, page] of Object.entries(pages)) {
    await page.screenshot({ path: `${PICTURES}/live-${moment}-${name}.png` });
  }
}
