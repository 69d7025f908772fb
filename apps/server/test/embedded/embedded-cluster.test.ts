import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/embedded/embedded-cluster.ts';

describe('startEmbeddedCluster', () => {
  const running: EmbeddedCluster[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((cluster) => cluster.close()));
  });

  it('listens on loopback and hands out a kubeconfig for it', async () => {
    const cluster = await startEmbeddedCluster();
    running.push(cluster);
    expect(cluster.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const config = parse(cluster.kubeconfig());
    expect(config).toMatchObject({
      'current-context': 'gcscope-embedded',
      clusters: [{ cluster: { server: cluster.url } }],
    });
    expect(await (await fetch(`${cluster.url}/readyz`)).text()).toBe('ok');
    const namespaces = await fetch(`${cluster.url}/api/v1/namespaces/shop`);
    expect(await namespaces.json()).toMatchObject({ status: { phase: 'Active' } });
  });

  it('says in one sentence that its port is taken', async () => {
    const first = await startEmbeddedCluster();
    running.push(first);
    const port = Number(new URL(first.url).port);
    await expect(startEmbeddedCluster({ port })).rejects.toThrow(/cannot listen on .*another port/);
  });

  it('ends open watches when it is closed', async () => {
    const cluster = await startEmbeddedCluster();
    const response = await fetch(`${cluster.url}/api/v1/pods?watch=true`);
    await cluster.close();
    await expect(response.text()).rejects.toThrow();
  });
});
