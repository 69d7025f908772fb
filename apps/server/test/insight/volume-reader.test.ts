import type { Forecast, ObjectReference, StorageLine } from '@gcscope/gc-core/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCluster } from '../../src/cli/cluster-source.ts';
import { forecastText } from '../../src/cli/forecast.ts';
import { syncedCluster } from '../../src/cli/synced-cluster.ts';
import type { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { volumeReader, withReclaimPolicies } from '../../src/insight/volume-reader.ts';
import { json, status } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { plainClient } from '../support/plain-client.ts';

const CLAIM: ObjectReference = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  name: 'data',
  namespace: 'shop',
  uid: 'c',
};
const VOLUME: ObjectReference = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  name: 'pvc-c',
  namespace: '',
  uid: 'v',
};

describe('the storage of a forecast', () => {
  let server: FakeApiServer;
  let client: HttpApiClient;

  beforeEach(async () => {
    server = await FakeApiServer.start([]);
    client = plainClient(server.url);
  });

  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  /** The line of a claim, once the volume of its name has answered so. */
  async function described(answer: Parameters<FakeApiServer['next']>[1]): Promise<StorageLine[]> {
    server.next('discovery', answer);
    const policy = { storage: [{ object: CLAIM, volume: VOLUME }] };
    const forecast = { policies: [policy, policy] } as unknown as Forecast;
    const { policies } = await withReclaimPolicies(forecast, volumeReader(client));
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/persistentvolumes/pvc-c']);
    return policies.flatMap(({ storage }) => storage);
  }

  it.each(['Delete', 'Retain'])('says that the reclaim policy is %s', async (reclaimPolicy) => {
    const csi = { volumeAttributes: { password: 'canary' } };
    const spec = { persistentVolumeReclaimPolicy: reclaimPolicy, claimRef: { uid: 'c' }, csi };
    const line = { object: CLAIM, volume: VOLUME, reclaimPolicy };
    expect(await described(json(JSON.stringify({ kind: 'PersistentVolume', spec })))).toEqual([
      line,
      line,
    ]);
  });

  it('leaves out a volume that bears the name of a claim and belongs to another one', async () => {
    const spec = { persistentVolumeReclaimPolicy: 'Delete', claimRef: { uid: 'another' } };
    const line = { object: CLAIM };
    expect(await described(json(JSON.stringify({ kind: 'PersistentVolume', spec })))).toEqual([
      line,
      line,
    ]);
  });

  it('says nothing of the policy without the right to read the volume', async () => {
    const line = { object: CLAIM, volume: VOLUME };
    expect(await described(status(403, 'Forbidden', 'no'))).toEqual([line, line]);
  });

  it('is read in the embedded cluster', async () => {
    const opened = await openCluster({ type: 'embedded' }, { log: SILENT });
    try {
      await syncedCluster(opened);
      const { live, info } = opened.cluster;
      const send = async (method: string, path: string, type: string, body: object) => {
        const headers = { 'content-type': type };
        const init = { method, headers, body: JSON.stringify(body) };
        const answer = await fetch(`${info.server}${path}`, init);
        return (await answer.json()) as { readonly metadata: { readonly uid: string } };
      };
      const claims = '/api/v1/namespaces/shop/persistentvolumeclaims';
      const { metadata } = await send('POST', claims, 'application/json', {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'fresh' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      });
      const name = `pvc-${metadata.uid}`;
      const read = {
        ...opened.sources,
        context: '',
        records: live.records,
        live: async () => live,
      };
      const said = (): Promise<string> => {
        live.flush();
        const objects = ['pvc/fresh'];
        const question = { objects, policy: 'background', output: 'text' } as const;
        return forecastText({ ...read, namespace: 'shop' }, question);
      };
      await expect
        .poll(() => [...live.records.values()].some((each) => each.name === name))
        .toBe(true);
      await expect.poll(said).toContain(`, and PersistentVolume ${name}`);
      const retain = { spec: { persistentVolumeReclaimPolicy: 'Retain' } };
      const volume = `/api/v1/persistentvolumes/${name}`;
      await send('PATCH', volume, 'application/merge-patch+json', retain);
      await expect
        .poll(said)
        .toContain(`, but not PersistentVolume ${name} (reclaim policy Retain)`);
    } finally {
      await opened.close();
    }
  });
});
