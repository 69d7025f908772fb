import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';

const REPLICA_SETS: FakeResource = {
  ...PODS,
  group: 'apps',
  resource: 'replicasets',
  kind: 'ReplicaSet',
};
const SECRETS: FakeResource = { ...PODS, resource: 'secrets', kind: 'Secret' };
const KEYS = ['/pods', '/secrets', 'apps/replicasets'];

describe('more objects than are kept', () => {
  let server: FakeApiServer;
  let clock: ManualClock;
  let seen: ObservedMonitors;
  /** Lists of Pods that have not been answered to the end. */
  let held: ServerResponse[];

  beforeEach(async () => {
    held = [];
    server = await FakeApiServer.start([PODS, REPLICA_SETS, SECRETS]);
    server.watchLists = true;
    clock = new ManualClock();
  });

  function put(resource: FakeResource, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      server.put(resource, {
        namespace: 'shop',
        name: `${resource.resource}-${index}`,
        uid: `u-${resource.resource}-${index}`,
      });
    }
  }

  /** Lets only so many Pods of a list arrive for now. */
  function holdPodsAfter(count: number): void {
    const pods = server.list(PODS).slice(0, count);
    server.answering = (response, { path, query }) => {
      if (!path.endsWith('/pods') || !query.has('sendInitialEvents')) return false;
      response.writeHead(200, { 'content-type': wire.contentType });
      response.write(Buffer.concat(pods.map((meta) => wire.event('ADDED', meta))));
      held.push(response);
      return true;
    };
  }

  const states = (): unknown => KEYS.map((key) => seen.state(key));

  /** The objects that are shown, by kind. */
  function shown(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { uid } of seen.replay.objects.values()) {
      const kind = uid.split('-')[1] ?? '';
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  async function observe(maxObjects: number, onLeft?: () => void): Promise<void> {
    seen = new ObservedMonitors(server, clock, { maxObjects }, onLeft);
    await seen.monitors.start();
  }

  it('leaves out the kind with the most objects, also when more of another kind have been read so far', async () => {
    put(REPLICA_SETS, 0, 30);
    put(PODS, 0, 60);
    holdPodsAfter(25);
    await observe(50);
    await until(() => KEYS.some((key) => seen.state(key) === 'degraded'));
    for (const response of held) {
      response.end(Buffer.concat(server.list(PODS).map((meta) => wire.event('ADDED', meta))));
    }
    await until(() => !KEYS.some((key) => seen.state(key) === 'listing'));
    await until(() => shown().pods === undefined);
    expect(states()).toEqual(['degraded', 'synced', 'synced']);
    expect(shown()).toEqual({ replicasets: 30 });
    const said = [...seen.health.values()].map(({ message = '' }) => message).join();
    expect(said).toMatch(/keeps at most 50 objects.*set --max-objects/);
  });

  it('goes by what has been read where the server does not count in time', async () => {
    put(REPLICA_SETS, 0, 30);
    put(PODS, 0, 60);
    holdPodsAfter(25);
    const { answering } = server;
    let asked = 0;
    server.answering = (response, request) => {
      if (request.query.get('limit') === '1') return asked++ >= 0;
      return answering?.(response, request) ?? false;
    };
    await observe(50);
    await until(() => asked > 0);
    clock.advance(2000);
    await until(() => seen.state('apps/replicasets') === 'degraded');
    await until(() => shown().replicasets === undefined);
    expect(states()).toEqual(['listing', 'synced', 'degraded']);
    expect(shown()).toEqual({ pods: 25 });
  });

  it('leaves out as many kinds as it takes', async () => {
    put(REPLICA_SETS, 0, 60);
    put(PODS, 0, 70);
    put(SECRETS, 0, 40);
    await observe(50);
    await until(() => KEYS.filter((key) => seen.state(key) === 'degraded').length > 1);
    await until(() => shown().secrets === 40 && seen.state('/secrets') === 'synced');
    // They leave in later turns.
    await until(() => Object.keys(shown()).length === 1);
    expect(states()).toEqual(['degraded', 'synced', 'degraded']);
    expect(shown()).toEqual({ secrets: 40 });
  });

  it('a kind leaves in turns with other work, is not called read meanwhile, and takes no other kind along', async () => {
    put(PODS, 0, 1800);
    const steps: string[] = [];
    await observe(2000, () => {
      steps.push(`${seen.state('/pods')}`);
      // The rest of the kind leaves in a later turn of the event loop.
      for (const began = performance.now(); performance.now() - began < 10; );
      setImmediate(() => steps.push('other work'));
    });
    await until(() => KEYS.every((key) => seen.state(key) === 'synced'));
    await until(() => server.watchCount === 3);
    put(REPLICA_SETS, 0, 201);
    await until(() => seen.left.length > 0);
    put(REPLICA_SETS, 201, 400);
    await until(() => (shown().replicasets ?? 0) === 400);
    await until(() => seen.left.length === 1800);
    expect(steps.filter((step) => step !== 'other work')).toEqual(Array(4).fill('degraded'));
    expect(steps.indexOf('other work')).toBeLessThan(steps.lastIndexOf('degraded'));
    expect(states()).toEqual(['degraded', 'synced', 'synced']);
    expect(shown()).toEqual({ replicasets: 400 });
  });

  it('takes the next first list of a kind that was left out as it comes', async () => {
    put(PODS, 0, 60);
    put(REPLICA_SETS, 0, 30);
    await observe(100);
    await until(() => KEYS.every((key) => seen.state(key) === 'synced'));
    await until(() => server.watchCount === 3);
    put(PODS, 60, 80);
    await until(() => seen.state('/pods') === 'degraded' && seen.left.length > 60);
    holdPodsAfter(25);
    clock.advance(340_000);
    await until(() => shown().pods === 25);
    expect(seen.state('/pods')).toBe('degraded');
  });
});

describe('a kind of the whole cluster', () => {
  it('leaves when it is no longer served', async () => {
    const nodes: FakeResource = { ...PODS, resource: 'nodes', kind: 'Node', namespaced: false };
    const server = await FakeApiServer.start([PODS, nodes]);
    server.put(nodes, { name: 'n1', uid: 'u-n1' });
    const seen = new ObservedMonitors(server, new ManualClock());
    try {
      await seen.monitors.start();
      await until(() => seen.state('/nodes') === 'synced');
      server.unserve(nodes);
      await seen.monitors.refresh();
      await until(() => seen.left.length > 0);
      expect(seen.replay.objects.size).toBe(0);
    } finally {
      await seen.stop();
      await server.stop();
    }
  });
});
