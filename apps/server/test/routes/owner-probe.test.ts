import type { Uid } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { PODS } from '../live/support/scripted-cluster.ts';
import { get, scriptedApp } from './support/scripted-app.ts';

it('[KM-06] gets unwatched owners before an answer that rests on them', async () => {
  const asked: Uid[][] = [];
  const { app, scripted } = await scriptedApp({
    probeOwners: async (_, nodes) => void asked.push([...nodes].map(({ uid }) => uid)),
  });
  for (const name of ['a', 'b']) scripted.put(PODS, name);
  scripted.tick();
  for (const path of ['objects/pod-a', 'objects/nobody', 'audit']) {
    await get(app, `/api/v1/${path}`);
  }
  expect(asked).toEqual([['pod-a'], ['pod-a', 'pod-b']]);
});
