import { ResourceTable } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { NO_CREDENTIALS } from '../../src/cluster/credentials.ts';
import { startEmbeddedCluster } from '../../src/embedded/embedded-cluster.ts';
import { cleanUp } from '../../src/scenario-cluster/clean-up.ts';
import { ObjectRequests } from '../../src/scenario-cluster/object-requests.ts';
import { RunNames } from '../../src/scenario-cluster/run-names.ts';

describe('cleanUp', () => {
  it('says what to do about what is left, in commands that reach the cluster of the run', async () => {
    const cluster = await startEmbeddedCluster();
    const requests = new ObjectRequests({
      server: cluster.url,
      credentials: NO_CREDENTIALS,
      requestTimeout: 0,
    });
    const names = new RunNames(ResourceTable.builtIn());
    const labels = { 'gcscope.dev/run': names.id };
    const metadata = { name: names.id, labels, finalizers: ['example.com/hold'] };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
    expect((await requests.send('POST', '/api/v1/namespaces', namespace)).code).toBe(201);
    const kubectl = ['--context', "it's"];
    const left = await cleanUp(requests, names, [], { within: 0, kubectl });
    const what = `customresourcedefinitions,namespaces --all-namespaces -l gcscope.dev/run=${names.id}`;
    expect(left).toBe(
      `Some objects of the run still exist; list them with: kubectl --context 'it'\\''s' get ${what}, remove the finalizers of stuck ones, and delete them with: kubectl --context 'it'\\''s' delete ${what}`,
    );
    await requests.close();
    await cluster.close();
  });
});
