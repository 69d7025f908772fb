import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { deleteObject } from '../../../../tools/real-cluster/src/objects.ts';
import { quiet } from '../../../../tools/real-cluster/src/quiet.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { browser, type Served, serve } from '../../../../tools/src/served-program.ts';
import { createHeldChain, letGo, realEnd, seen } from './support/held-chain.ts';
import { describeEnd, readSimulation } from './support/simulation-page.ts';

/** For whatever a page is to say in the end; the machine may be busy. Milliseconds. */
const WITHIN = 60_000;

describeReal('a person before a real cluster', () => {
  let cluster: RealCluster;
  let served: Served;
  let chrome: Awaited<ReturnType<typeof browser>>;

  const open = (): ReturnType<typeof chrome.newPage> =>
    chrome.newPage({ viewport: { width: 1440, height: 900 } });

  beforeAll(async () => {
    cluster = await RealCluster.start();
    served = await serve('--kubeconfig', cluster.kubeconfigPath);
    chrome = await browser();
  });

  afterAll(async () => {
    await chrome?.close();
    await served?.stop();
    await cluster?.stop();
  });

  it('reads in a simulation what then becomes of every object', async () => {
    const held = await createHeldChain(cluster, 'screen-simulated');
    const { deployment, deploymentPath, uids } = held.chain;
    await seen(served.url, held);
    const svg = await fetch(`${served.url}/o/${deployment.uid}.svg`);
    expect(svg.status).toBe(200);
    expect(svg.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    const picture = await svg.text();
    expect(uids.filter((uid) => !picture.includes(uid))).toEqual([]);

    const page = await open();
    const address = `${served.url}/simulate/${deployment.uid}?policy=Foreground`;
    const before = await realEnd(cluster, held);
    const described = await readSimulation(page, address);
    expect(await realEnd(cluster, held)).toEqual(before);
    await deleteObject(cluster, deploymentPath, 'Foreground');
    await quiet(cluster);
    expect(described).toEqual(describeEnd(held, await realEnd(cluster, held)));

    await letGo(cluster, held);
    await page.goto(`${served.url}/o/${deployment.uid}`);
    const panel = page.getByRole('complementary', { name: 'Object' });
    await panel
      .getByRole('status')
      .filter({ hasText: /^Gone: it was deleted in the foreground/ })
      .waitFor({ timeout: WITHIN });
    expect(await panel.getByRole('heading', { level: 1 }).textContent()).toContain('web');
    expect(await panel.getByRole('button', { name: 'Simulate delete…' }).count()).toBe(0);
    await page.close();
  });
});
