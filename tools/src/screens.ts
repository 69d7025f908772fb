import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type PackedSnapshot, unpackNodes } from '@gcscope/gc-core/wire';
import { serveWorld } from '../../apps/web/bench/served-world.ts';
import { waitFor } from '../real-cluster/src/wait-for.ts';
import { browser, serve } from './served-program.ts';

// Pictures of the running program on its embedded cluster and on a synthetic one, for READMEs and for eyes: `npm run screens`.
const FOLDER = fileURLToPath(new URL('../../apps/web/screens', import.meta.url));
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

/** Nothing to wait for that every screen has: let the camera and the rings come to rest. */
const REST_MILLIS = 2500;
/** Half a million objects also have to arrive. */
const LARGE_REST_MILLIS = 20_000;

const served = await serve('--embedded');
const chrome = await browser();

async function take(url: string, screens: readonly Screen[], rest: number): Promise<void> {
  for (const { name, path, viewport = WIDE, colorScheme = 'light' } of screens) {
    const page = await chrome.newPage({ viewport, colorScheme });
    await page.goto(`${url}${path}`);
    await page.waitForTimeout(rest);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
    await page.close();
    console.log(`${name}.png`);
  }
}

try {
  await waitFor('the cluster to be read', async () => {
    return (await fetch(`${served.url}/readyz`)).ok ? true : undefined;
  });
  const snapshot = (await (await fetch(`${served.url}/api/v1/snapshot`)).json()) as PackedSnapshot;
  const nodes = unpackNodes(snapshot.nodes);
  const find = (kind: string, name: string): string => {
    const node = nodes.find((each) => each.kind === kind && each.name === name);
    if (!node) throw new Error(`The embedded cluster has no ${kind} ${name}.`);
    return encodeURIComponent(node.uid);
  };
  const stuck = find('Deployment', 'ledger-v1');
  const checkout = find('Deployment', 'checkout');
  const foreground = `/simulate/${checkout}?policy=Foreground&step=6`;
  const screens: readonly Screen[] = [
    { name: 'first-screen', path: '/' },
    { name: 'first-screen-dark', path: '/', colorScheme: 'dark' },
    { name: 'first-screen-narrow', path: '/', viewport: NARROW },
    { name: 'object', path: `/o/${stuck}` },
    { name: 'object-narrow', path: `/o/${stuck}`, viewport: NARROW },
    { name: 'stepper-foreground', path: foreground },
    { name: 'stepper-foreground-dark', path: foreground, colorScheme: 'dark' },
    { name: 'stepper-narrow', path: foreground, viewport: NARROW },
    { name: 'findings', path: '/findings' },
    { name: 'terminating', path: '/terminating' },
    { name: 'terminating-narrow', path: '/terminating', viewport: NARROW, colorScheme: 'dark' },
    { name: 'forecast', path: `/forecast?of=${checkout}` },
    { name: 'forecast-narrow', path: `/forecast?of=${checkout}`, viewport: NARROW },
    { name: 'rule', path: `/o/${stuck}?rule=FG-02` },
    { name: 'scenes', path: '/scenes' },
    { name: 'scene', path: '/scenes/redis-in-stages-v1.13?step=9' },
    {
      name: 'scene-beside',
      path: '/scenes/foreground-v1.36?beside=Background&step=5',
      colorScheme: 'dark',
    },
    { name: 'node', path: '/scenes/node-crash-loop' },
    { name: 'node-images', path: '/scenes/node-image-pressure?fill=95', colorScheme: 'dark' },
    { name: 'node-run', path: '/scenes/node-gone-pod?run=containers@45s&step=6' },
    { name: 'node-narrow', path: '/scenes/node-image-pressure?in=5m', viewport: NARROW },
  ];
  await mkdir(FOLDER, { recursive: true });
  await take(served.url, screens, REST_MILLIS);
  const world = await serveWorld(500_000);
  const large: readonly Screen[] = [
    { name: 'half-a-million', path: '/' },
    { name: 'half-a-million-near', path: '/?at=team-0' },
    { name: 'half-a-million-narrow', path: '/', viewport: NARROW },
  ];
  await take(world.url, large, LARGE_REST_MILLIS);
  world.stop();
} finally {
  await chrome.close();
  await served.stop();
}
