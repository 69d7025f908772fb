import type { Uid } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { serverAddress } from '../../src/routes/address.ts';
import { buildApp } from '../../src/routes/app.ts';
import { PODS, ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { get } from './support/scripted-app.ts';

it('[KM-06] owners that nobody watches are asked for before an answer that rests on them', async () => {
  const scripted = new ScriptedCluster().sync();
  for (const name of ['a', 'b']) scripted.put(PODS, name);
  scripted.tick();
  const { cluster } = scripted;
  const asked: Uid[][] = [];
  const app = await buildApp({
    cluster,
    probeOwners: async (_, nodes) => {
      asked.push([...nodes].map(({ uid }) => uid));
    },
    address: () => serverAddress('127.0.0.1', 7070),
  });
  for (const path of ['objects/pod-a', 'objects/nobody', 'audit']) {
    await get(app, `/api/v1/${path}`);
  }
  expect(asked).toEqual([['pod-a'], ['pod-a', 'pod-b']]);
});
