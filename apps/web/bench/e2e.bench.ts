import type { PackedSnapshot } from '@gcscope/gc-core/wire';
import type { Browser } from '@playwright/test';
import { whyNoRealCluster } from '../../../tools/real-cluster/src/build-real-cluster.ts';
import { ensureNamespace } from '../../../tools/real-cluster/src/deployment-chain.ts';
import { createObject } from '../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../tools/real-cluster/src/real-cluster.ts';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { browser, serve } from '../../../tools/src/served-program.ts';
import { firstMap, nextChange, still, watchPixels } from './first-pixel.ts';

const NAMESPACE = 'e2e-pixels';
const EVENTS_PER_SAMPLE = 20;

/** Creates one ConfigMap of that name in the namespace; resolves when the API server has answered. */
type Create = (name: string) => Promise<void>;

/** Milliseconds from the API server's answer to the first changed pixel; p95 of each batch. */
async function eventToPixel(
  chrome: Browser,
  url: string,
  create: Create,
  { smoke, progress }: BenchOptions,
): Promise<Measurement> {
  const page = await chrome.newPage({ viewport: { width: 1440, height: 900 } });
  await watchPixels(page);
  await page.goto(`${url}/?ns=${NAMESPACE}`);
  await create('first');
  await firstMap(page);
  const samples: number[] = [];
  const events = smoke ? 2 : EVENTS_PER_SAMPLE;
  for (let sample = 0; sample < (smoke ? 1 : 3); sample++) {
    const times: number[] = [];
    for (let event = 0; event < events; event++) {
      await still(page);
      const change = await nextChange(page);
      await create(`at-${sample}-${event}`);
      // The server's clock starts when it has stored the object: its answer is the latest that can be said of that.
      const stored = performance.timeOrigin + performance.now();
      times.push((await change()) - stored);
    }
    times.sort((a, b) => a - b);
    samples.push(times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN);
    progress(`p95 of ${times.length}: ${samples.at(-1)?.toFixed(0)} ms`);
  }
  await page.close();
  return { samples };
}

async function embedded(options: BenchOptions): Promise<Measurement> {
  const served = await serve('--embedded');
  const chrome = await browser();
  try {
    const snapshot = (await (
      await fetch(`${served.url}/api/v1/snapshot`)
    ).json()) as PackedSnapshot;
    const api = snapshot.cluster.server;
    const post = async (path: string, object: object): Promise<void> => {
      const answer = await fetch(`${api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(object),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    };
    const metadata = { name: NAMESPACE };
    await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
    const create: Create = (name) =>
      post(`/api/v1/namespaces/${NAMESPACE}/configmaps`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name },
      });
    return await eventToPixel(chrome, served.url, create, options);
  } finally {
    await chrome.close();
    await served.stop();
  }
}

async function live(options: BenchOptions): Promise<Measurement> {
  const why = await whyNoRealCluster();
  if (why !== undefined) throw new Error(`No real cluster: ${why}`);
  const cluster = await RealCluster.start();
  const chrome = await browser();
  try {
    const served = await serve('--kubeconfig', cluster.kubeconfigPath);
    await ensureNamespace(cluster, NAMESPACE);
    const create: Create = async (name) => {
      await createObject(cluster, `/api/v1/namespaces/${NAMESPACE}/configmaps`, {
        metadata: { name },
      });
    };
    const measured = await eventToPixel(chrome, served.url, create, options);
    await served.stop();
    return measured;
  } finally {
    await chrome.close();
    await cluster.stop();
  }
}

/** Figures of the built program in a real browser. */
export const figures: readonly Figure[] = [
  { name: 'e2e.embedded', unit: 'ms', goal: '<= 300', smokeable: true, run: embedded },
  { name: 'e2e.live', unit: 'ms', goal: '<= 500', smokeable: false, run: live },
];
