import { ResourceTable } from '@gcscope/gc-core';
import { RealCluster } from '../real-cluster.ts';

const series = (process.env['REL'] ?? 'v1.36') as 'v1.36';
const cluster = await RealCluster.start({}, series);
try {
  await cluster.waitForReady();
  cluster.pauseControllerManager();
  const out: string[] = [];
  for (const r of ResourceTable.builtIn([], undefined, series).resources) {
    const apiVersion = r.group === '' ? r.version : `${r.group}/${r.version}`;
    const path = `${r.group === '' ? '/api' : '/apis'}/${apiVersion}${r.namespaced ? '/namespaces/default' : ''}/${r.resource}/nothing`;
    const a = await cluster.request('PUT', path, {
      apiVersion,
      kind: r.kind,
      metadata: { name: 'nothing', ...(r.namespaced ? { namespace: 'default' } : {}) },
    });
    const b = a.body as { reason?: string; message?: string };
    if (a.code !== 404)
      out.push(
        `${r.group}/${r.version}/${r.resource}: ${a.code} ${String(b.message ?? '').slice(0, 140)}`,
      );
  }
  console.log(out.join('\n'));
} finally {
  cluster.resumeControllerManager();
  await cluster.stop();
}
