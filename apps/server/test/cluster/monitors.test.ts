import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until, WIDGETS } from '../support/reflector-run.ts';

const SECRETS: FakeResource = { ...PODS, resource: 'secrets', kind: 'Secret' };
const EVENTS: FakeResource = { ...PODS, resource: 'events', kind: 'Event' };

describe('monitors', () => {
  let server: FakeApiServer;
  let clock: ManualClock;
  let seen: ObservedMonitors;

  beforeEach(async () => {
    server = await FakeApiServer.start([
      PODS,
      SECRETS,
      EVENTS,
      { ...EVENTS, group: 'events.k8s.io' },
      WIDGETS,
    ]);
    server.serve({ ...PODS, resource: 'bindings', kind: 'Binding', verbs: ['create'] });
    clock = new ManualClock();
    seen = new ObservedMonitors(server, clock);
  });

  const state = (key: string): string | undefined => seen.state(key);

  /** Until these kinds are listed and every kind that may be read is watched. */
  async function synced(...keys: readonly string[]): Promise<void> {
    await until(() => keys.every((key) => state(key) === 'synced'));
    await until(() => server.watchCount === seen.health.size - unread());
  }

  const unread = (): number =>
    [...seen.health.values()].filter((kind) => kind.state !== 'synced').length;

  /** How often discovery was asked for. */
  const asked = (): number => server.requests.filter(({ path }) => path === '/apis').length;

  /** Past the next discovery: twice a minute, more often while the server does not answer. */
  async function rediscover(done: () => boolean): Promise<void> {
    const period = (): number | undefined =>
      clock.delays.find((delay) => delay === 30_000 || delay === 2000);
    await until(() => period() !== undefined);
    clock.advance(period() ?? 0);
    await until(() => period() !== undefined && done());
  }

  it.each([true, false])(
    '[MO-01] [MO-03] [KM-05] monitors what is deletable, listable and watchable, without events; aggregated: %s',
    async (aggregated) => {
      server.aggregated = aggregated;
      await seen.monitors.start();
      await synced('/pods', '/secrets', 'example.com/widgets');
      expect([...seen.health.keys()].sort()).toEqual(['/pods', '/secrets', 'example.com/widgets']);
      expect(seen.served[0]?.map(({ resource }) => resource).sort()).toEqual([
        'bindings',
        'events',
        'events',
        'pods',
        'secrets',
        'widgets',
      ]);
      const verbs = new Map(seen.served[0]?.map((each) => [each.resource, each.verbs]));
      expect(verbs.get('bindings')).toEqual(['create']);
      expect(verbs.get('pods')).toContain('watch');
      expect(seen.reachable).toEqual([true]);
    },
  );

  it('leaves kinds out when told so: no request for them, absence unknown, and health says why', async () => {
    seen = new ObservedMonitors(server, clock, { leftOut: ['/secrets', 'example.com/widgets'] });
    await seen.monitors.start();
    await synced('/pods');
    expect(server.requests.some(({ path }) => /secrets|widgets$/.test(path))).toBe(false);
    expect(seen.health.get('/secrets')?.message).toContain('--no-secrets');
    expect(seen.health.get('example.com/widgets')).toMatchObject({
      state: 'unsupported',
      message:
        'gcscope was told not to read this kind (--ignore example.com/widgets); references to it are not verified.',
    });
  });

  it('leaves out what it is told to, and asks as often as it is told to', async () => {
    await seen.stop();
    const ignored = new Set(['/events', 'events.k8s.io/events', 'example.com/widgets']);
    seen = new ObservedMonitors(server, clock, { ignored, discoveryPeriod: 5000 });
    await seen.monitors.start();
    await synced('/pods', '/secrets');
    expect([...seen.health.keys()].sort()).toEqual(['/pods', '/secrets']);
    await until(() => clock.delays.includes(5000));
  });

  it('[MO-05] [MO-07] [MO-15] is synced once every kind is, and follows what is served when it is asked to', async () => {
    expect(seen.monitors.isSynced).toBe(false);
    await seen.monitors.start();
    await synced('/pods', '/secrets', 'example.com/widgets');
    expect(seen.monitors.isSynced).toBe(true);
    await Promise.all([seen.monitors.refresh(), seen.monitors.refresh()]);
    expect(seen.idle).toEqual(['unchanged']);
    server.serve({ ...WIDGETS, resource: 'gadgets', kind: 'Gadget' });
    await seen.monitors.refresh();
    expect(seen.monitors.isSynced).toBe(false);
    await synced('example.com/gadgets');
    expect(seen.monitors.isSynced).toBe(true);
    server.resources.clear();
    await seen.monitors.refresh();
    expect(seen.idle).toEqual(['unchanged', 'empty']);
    expect(seen.served).toHaveLength(2);
    expect(seen.monitors.isSynced).toBe(true);
  });

  it('[PA-04] has the objects of a resource in the version that it watches', async () => {
    server.put(PODS, { namespace: 'shop', name: 'a', uid: 'u-a' });
    await seen.monitors.start();
    await synced('/pods');
    expect(seen.monitors.stored(PODS, 'shop', 'a')).toMatchObject({ uid: 'u-a' });
    expect(seen.monitors.stored(PODS, 'shop', 'b')).toBeUndefined();
    expect(seen.monitors.stored({ ...PODS, version: 'v9' }, 'shop', 'a')).toBeUndefined();
    expect(seen.monitors.stored({ ...PODS, resource: 'events' }, 'shop', 'a')).toBeUndefined();
  });

  it('a kind that is gone leaves, without objects that are said to be deleted; when it returns it is read anew', async () => {
    server.put(WIDGETS, { namespace: 'shop', name: 'w', uid: 'u-w' });
    await seen.monitors.start();
    await synced('example.com/widgets');
    server.unserve(WIDGETS);
    await rediscover(() => seen.replay.objects.size === 0);
    expect(seen.health.has('example.com/widgets')).toBe(false);
    expect(seen.monitors.stored(WIDGETS, 'shop', 'w')).toBeUndefined();
    server.serve(WIDGETS);
    server.put(WIDGETS, { namespace: 'shop', name: 'w', uid: 'u-2' });
    await rediscover(() => state('example.com/widgets') === 'synced');
    expect([...seen.replay.objects.keys()]).toEqual(['u-2']);
  });

  it('a new kind is read within one period, a kind in a new version under its new name', async () => {
    server.put(WIDGETS, { namespace: 'shop', name: 'w', uid: 'u-w' });
    await seen.monitors.start();
    await synced('example.com/widgets');
    server.serve({ ...WIDGETS, version: 'v2' });
    server.serve({ ...WIDGETS, resource: 'gadgets', kind: 'Gadget' });
    await rediscover(() => state('example.com/gadgets') === 'synced');
    await until(
      () =>
        seen.health.get('example.com/widgets')?.version === 'v2' &&
        state('example.com/widgets') === 'synced',
    );
    expect(seen.changes.at(-1)).toMatchObject({
      type: 'MODIFIED',
      identity: { apiVersion: 'example.com/v2' },
    });
  });

  it('[MO-06] a group whose server is down keeps its kinds; the others are not touched', async () => {
    await seen.monitors.start();
    await synced('/pods', '/secrets', 'example.com/widgets');
    const before = server.seen('watch').length;
    server.staleGroups.add('example.com');
    await rediscover(() => asked() === 2);
    server.put(PODS, { namespace: 'shop', name: 'a', uid: 'u-a' });
    await until(() => seen.replay.objects.has('u-a'));
    expect(state('example.com/widgets')).toBe('synced');
    expect(server.seen('watch')).toHaveLength(before);
    expect(seen.served).toHaveLength(1);
  });

  it('warns once of a group that stays down, and anew when it is down again', async () => {
    server.staleGroups.add('example.com');
    await seen.monitors.start();
    await rediscover(() => asked() === 2);
    await rediscover(() => asked() === 3);
    expect(seen.warnings).toEqual([expect.stringMatching(/^discovery of this group version/)]);
    server.staleGroups.clear();
    await rediscover(() => state('example.com/widgets') === 'synced');
    server.staleGroups.add('example.com');
    await rediscover(() => seen.warnings.length === 2);
  });

  it('a group that was down from the start is said to be unread until it answers', async () => {
    server.staleGroups.add('example.com');
    await seen.monitors.start();
    await synced('/pods');
    expect(seen.health.get('example.com/*')).toMatchObject({ state: 'degraded', kind: '*' });
    expect(seen.health.get('example.com/*')?.message).toContain('example.com/v1');
    server.staleGroups.clear();
    await rediscover(() => state('example.com/widgets') === 'synced');
    expect(state('example.com/*')).toBe('synced');
  });

  it('asks for a forbidden kind again when the cluster has new kinds', async () => {
    server.next(
      'list',
      status(403, 'Forbidden', 'no'),
      status(403, 'Forbidden', 'no'),
      status(403, 'Forbidden', 'no'),
    );
    await seen.monitors.start();
    await until(() =>
      ['/pods', '/secrets', 'example.com/widgets'].every((key) => state(key) === 'forbidden'),
    );
    server.serve({ ...WIDGETS, resource: 'gadgets', kind: 'Gadget' });
    await rediscover(() => state('/pods') === 'synced');
  });

  it('says once that the cluster stopped answering and once that it is back; nothing is deleted', async () => {
    server.put(PODS, { namespace: 'shop', name: 'a', uid: 'u-a' });
    await seen.monitors.start();
    // A first list under way would show that the cluster answers.
    await synced('/pods', '/secrets', 'example.com/widgets');
    const refuse = (response: ServerResponse): void => {
      response.socket?.resetAndDestroy();
    };
    server.next('discovery', refuse, refuse, refuse, refuse);
    await rediscover(() => seen.reachable.length === 2);
    await rediscover(() => asked() === 3);
    await rediscover(() => seen.reachable.length === 3);
    expect(seen.reachable).toEqual([true, false, true]);
    expect(seen.warnings).toEqual([expect.stringMatching(/^discovery failed: /)]);
    server.next('discovery', refuse, refuse);
    await rediscover(() => seen.reachable.length === 4);
    expect(seen.warnings).toHaveLength(2);
    expect(seen.replay.objects.has('u-a')).toBe(true);
  });

  it('starts without a cluster and catches up when there is one', async () => {
    server.next(
      'discovery',
      status(503, 'ServiceUnavailable', 'starting'),
      status(503, 'ServiceUnavailable', 'starting'),
    );
    await seen.monitors.start();
    expect(seen.reachable).toEqual([false]);
    await rediscover(() => state('/pods') === 'synced');
    expect(seen.reachable).toEqual([false, true]);
    // The caller that started the monitors reports it.
    expect(seen.warnings).toEqual([]);
  });

  it('runs at most eight first lists at a time', async () => {
    for (let index = 0; index < 20; index++) {
      server.serve({ ...WIDGETS, resource: `kind${index}`, kind: `Kind${index}` });
    }
    const running: ServerResponse[] = [];
    let most = 0;
    const hold = (response: ServerResponse): void => {
      most = Math.max(most, running.push(response));
    };
    server.next('list', ...Array.from({ length: 23 }, () => hold));
    await seen.monitors.start();
    await until(() => running.length === 8);
    await until(() => {
      const response = running.shift();
      if (response) status(403, 'Forbidden', 'no')(response);
      return (
        seen.health.size === 23 &&
        [...seen.health.values()].every((kind) => kind.state === 'forbidden')
      );
    });
    expect(most).toBe(8);
  });

  it('reports nothing after it was stopped', async () => {
    await seen.monitors.start();
    await synced('/pods');
    await seen.monitors.stop();
    const reported = seen.changes.length + seen.served.length + seen.reachable.length;
    server.put(PODS, { namespace: 'shop', name: 'late' });
    server.endWatches();
    clock.advance(600_000);
    expect(seen.changes.length + seen.served.length + seen.reachable.length).toBe(reported);
    expect(clock.delays).toEqual([]);
  });
});
