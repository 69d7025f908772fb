import { expect, it } from 'vitest';
import { giveBackMemory } from '../../src/cli/give-back-memory.ts';
import { PODS, ScriptedCluster } from '../live/support/scripted-cluster.ts';

it.each([
  [2, 2],
  [3, 0],
])('garbage is collected when %i objects or more are read, and never again', (many, times) => {
  const scripted = new ScriptedCluster().list();
  let collected = 0;
  giveBackMemory(scripted.cluster, many, () => collected++);
  scripted.put(PODS, 'a');
  scripted.put(PODS, 'b');
  scripted.tick();
  expect(collected).toBe(0);
  scripted.sync();
  scripted.health(PODS, 'degraded');
  scripted.tick();
  scripted.sync();
  scripted.clock.advance(60_000);
  expect(collected).toBe(times);
});
