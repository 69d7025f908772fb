import { beforeEach, describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock, pass } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until } from '../support/reflector-run.ts';

const NODES: FakeResource = { ...PODS, resource: 'nodes', kind: 'Node', namespaced: false };
/** So long a right may be granted without being noticed. */
const LONGEST_UNNOTICED = 60_000;

describe('rights', () => {
  let server: FakeApiServer;
  let clock: ManualClock;
  let seen: ObservedMonitors;
  /** Namespaces that may be read; empty stands for all of them at once. */
  let granted: ReadonlySet<string>;

  beforeEach(async () => {
    granted = new Set(['shop']);
    server = await FakeApiServer.start([PODS, NODES]);
    clock = new ManualClock();
    seen = new ObservedMonitors(server, clock, { namespace: 'shop' });
    server.answering = (response, { path }) => {
      const isObjects = /^\/api\/v1\/./.test(path);
      const namespace = /\/namespaces\/([^/]+)\//.exec(path)?.[1] ?? '';
      if (!isObjects || granted.has(namespace)) return false;
      status(403, 'Forbidden', 'pods is forbidden')(response);
      return true;
    };
    server.put(PODS, { namespace: 'shop', name: 'a', uid: 'u-a' });
    server.put(PODS, { namespace: 'other', name: 'b', uid: 'u-b' });
  });

  const uids = (): readonly string[] => [...seen.replay.objects.keys()].sort();

  it('for one namespace: it is read and watched, and the rest is said to be out of sight', async () => {
    await seen.monitors.start();
    await until(() => seen.state('/pods') === 'synced' && server.watchCount === 1);
    await until(() => seen.state('/nodes') !== 'listing');
    expect(seen.health.get('/pods')).toMatchObject({ namespaces: ['shop'], objects: 1 });
    expect(seen.health.get('/pods')?.message).toMatch(/^Only the namespace shop is read/);
    expect(seen.state('/nodes')).toBe('forbidden');
    server.put(PODS, { namespace: 'shop', name: 'c', uid: 'u-c' });
    server.put(PODS, { namespace: 'other', name: 'd', uid: 'u-d' });
    await until(() => uids().length === 2);
    expect(uids()).toEqual(['u-a', 'u-c']);
  });

  it('that are granted are noticed, and that are taken away leave objects out of sight, not deleted', async () => {
    await seen.monitors.start();
    await until(() => seen.state('/pods') === 'synced');
    const everything = (): boolean => {
      if ((clock.now() / 1000) % 30 === 0) server.endWatches();
      const kinds = [...seen.health.values()];
      return kinds.every(({ state, namespaces }) => state === 'synced' && namespaces === undefined);
    };
    granted = new Set(['', 'shop']);
    expect(await pass(clock, everything)).toBeLessThanOrEqual(LONGEST_UNNOTICED);
    expect(uids()).toEqual(['u-a', 'u-b']);
    granted = new Set(['shop']);
    server.endWatches();
    await pass(
      clock,
      () =>
        seen.health.get('/pods')?.namespaces?.[0] === 'shop' && seen.state('/pods') === 'synced',
    );
    expect(uids()).toEqual(['u-a']);
    expect(seen.left.map(({ identity }) => identity.uid)).toEqual(['u-b']);
    granted = new Set();
    server.endWatches();
    await pass(clock, () => seen.state('/pods') === 'forbidden');
    expect(uids()).toEqual(['u-a']);
    granted = new Set(['', 'shop']);
    expect(await pass(clock, everything)).toBeLessThanOrEqual(LONGEST_UNNOTICED);
    // Nothing may be read any more: what was read stays, not verified.
    granted = new Set();
    server.endWatches();
    await pass(clock, () => seen.state('/pods') === 'forbidden');
    expect(uids()).toEqual(['u-a', 'u-b']);
  });
});
