import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { RealCluster } from '../real-cluster.ts';
import { WIDGET_DEFINITION } from './asked-kinds.ts';
import { startOurServer } from './our-server.ts';

const cluster = await RealCluster.start({}, (process.env['REL'] ?? 'v1.36') as 'v1.36');
const ours = await startOurServer();
const T: Record<string, string> = {
  m: 'application/merge-patch+json',
  s: 'application/strategic-merge-patch+json',
  j: 'application/json-patch+json',
  '-': 'application/json',
};
try {
  await cluster.waitForReady();
  await cluster.request(
    'POST',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    WIDGET_DEFINITION,
  );
  await setTimeout(1500);
  cluster.pauseControllerManager();
  await fetch(`${ours.url}/api/v1/namespaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'default' } }),
  });
  const short = (b: unknown): string => {
    const o = b as Record<string, any>;
    if (o?.['kind'] === 'Status' || process.env['RAW']) return JSON.stringify(o);
    const { managedFields: _m, ...meta } = o?.['metadata'] ?? {};
    return JSON.stringify({
      kind: o?.['kind'],
      metadata: meta,
      ...(o?.['items'] ? { items: o['items'].map((i: any) => i.metadata.name) } : {}),
      ...(process.env['MF'] ? { mf: _m } : {}),
    });
  };
  for (const line of readFileSync(0, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) {
      console.log(line);
      continue;
    }
    const [, method = '', path = '', type = '-', body] =
      /^(\S+) (\S+)(?: ([msj-])(?: (.*))?)?$/.exec(line) ?? [];
    const real = await cluster.request(method, path, body ? JSON.parse(body) : undefined, {
      'content-type': T[type] ?? '',
    });
    console.log(`> ${line.slice(0, 220)}`);
    console.log(
      `  REAL ${real.code} ${short(real.body)} ${real.warning ?? ''}`.slice(
        0,
        Number(process.env['W'] ?? 600),
      ),
    );
    const mine = await fetch(`${ours.url}${path}`, {
      method,
      headers: { 'content-type': T[type] ?? '' },
      ...(body ? { body } : {}),
    });
    console.log(
      `  OURS ${mine.status} ${short(await mine.json())} ${mine.headers.get('warning') ?? ''}`.slice(
        0,
        Number(process.env['W'] ?? 600),
      ),
    );
  }
} finally {
  await ours.close();
  cluster.resumeControllerManager();
  await cluster.stop();
}
