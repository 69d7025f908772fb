import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock, pass } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until } from '../support/reflector-run.ts';

const MAPS: FakeResource = { ...PODS, resource: 'configmaps', kind: 'ConfigMap' };

describe('more objects than are kept', () => {
  let server: FakeApiServer;
  let clock: ManualClock;
  let seen: ObservedMonitors;

  beforeEach(async () => {
    server = await FakeApiServer.start([PODS, MAPS]);
    clock = new ManualClock();
    seen = new ObservedMonitors(server, clock, { maxObjects: 10 });
  });

  afterEach(async () => {
    await seen.stop();
    await server.stop();
  });

  function put(kind: FakeResource, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      server.put(kind, { namespace: 'shop', name: `${kind.resource}-${at}` });
    }
  }

  const kinds = (): (string | undefined)[] => [seen.state('/pods'), seen.state('/configmaps')];
  const shown = (): number => seen.replay.objects.size;

  it('leave out the kind with the most of them, which says so and is tried again later', async () => {
    put(PODS, 0, 9);
    put(MAPS, 0, 3);
    await seen.monitors.start();
    await until(() => kinds().join() === 'degraded,synced');
    expect(shown()).toBe(3);
    expect(seen.health.get('/pods')).toMatchObject({
      objects: 0,
      message: expect.stringMatching(/at most 10 objects.*shows none of this kind.*--max-objects/),
    });
    for (const { uid } of server.list(PODS).slice(4)) server.remove(PODS, uid);
    const passed = await pass(clock, () => kinds().join() === 'synced,synced');
    expect(passed).toBeGreaterThanOrEqual(300_000);
    expect(shown()).toBe(7);
  });

  it('leave a kind that grows too large while it is watched', async () => {
    put(PODS, 0, 6);
    put(MAPS, 0, 3);
    await seen.monitors.start();
    await until(() => kinds().join() === 'synced,synced' && server.watchCount === 2);
    put(PODS, 6, 9);
    await until(() => kinds().join() === 'degraded,synced');
    expect(shown()).toBe(3);
    expect(seen.left.length).toBeGreaterThanOrEqual(8);
  });
});
