import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import { Monitors } from '../../src/cluster/monitors/monitors.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { type ApiHttpServer, startApiHttpServer } from '../../src/embedded/http/api-http-server.ts';
import { LiveCluster } from '../../src/live/live-cluster.ts';
import { pass } from '../support/manual-clock.ts';
import { plainClient } from '../support/plain-client.ts';
import { MovingWorld } from './support/moving-world.ts';

/** The embedded cluster with its collector and controllers paused, read over HTTP as any other. */
describe('the embedded cluster with its collector paused', () => {
  let world: MovingWorld;
  let http: ApiHttpServer;
  let client: HttpApiClient;
  let monitors: Monitors;
  let cluster: LiveCluster;

  beforeEach(async () => {
    world = new MovingWorld();
    world.world.stop();
    const { clock } = world;
    http = await startApiHttpServer({ apiServer: world.world.apiServer, clock });
    client = plainClient(http.url);
    const info = { context: 'embedded', server: http.url, version: 'v1.36.0', embedded: true };
    cluster = new LiveCluster({ clock, info: () => info });
    const observer = cluster.live;
    monitors = new Monitors({ client, observer, clock, random: () => 0.5, log: SILENT });
    await monitors.start();
    await pass(clock, () => cluster.live.isLive && observed());
  });

  afterEach(async () => {
    await monitors.stop();
    cluster.live.stop();
    await client.close();
    await http.close();
  });

  /** Everything that is stored has been observed as it is. */
  function observed(): boolean {
    const stored = world.all().map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`);
    const known = [...cluster.live.graph.nodes()].flatMap(({ uid, meta, virtual }) =>
      virtual ? [] : [`${uid} ${meta?.resourceVersion}`],
    );
    return stored.length >= known.length && known.every((each) => stored.includes(each));
  }

  /** What is stored and not in deletion. */
  function living(): ReadonlySet<string> {
    const calm = world.all().filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    return new Set(calm.map(({ metadata }) => metadata.uid));
  }

  function collect(): void {
    const { collector } = world.world;
    while (collector.pending()) collector.step();
  }

  it('is said to be stalled, until it works and everything that was due is done by it', async () => {
    const { clock } = world;
    const before = living();
    const web = world.get('Deployment', 'shop', 'web');
    const replicaSets = world.ownedBy(web, 'ReplicaSet');
    world.delete(web, { propagationPolicy: 'Background' });
    await pass(clock, () => cluster.health.collector !== undefined);
    const { decisions } = cluster;
    expect(decisions.size).toBeGreaterThanOrEqual(replicaSets.length);
    expect(cluster.health.collector).toMatchObject({
      state: 'stalled',
      decisions: decisions.size,
    });
    collect();
    await pass(clock, () => cluster.health.collector === undefined && observed());
    expect(decisions.size).toBe(0);
    const after = living();
    expect(decisions.counts).toMatchObject({
      byCollector: [...before].filter((uid) => !after.has(uid)).length - 1,
      byOthers: 1,
      early: 0,
      unverified: 0,
      withdrawn: 0,
    });
    expect(decisions.counts.byCollector).toBeGreaterThan(replicaSets.length);
  });

  it('does nothing that gcscope does not expect after any deletion', async () => {
    const { clock } = world;
    let byOthers = 0;
    for (const object of world.all()) {
      if (!OWNERS.has(object.kind) || object.metadata.deletionTimestamp !== undefined) continue;
      const propagationPolicy = POLICIES[byOthers % POLICIES.length] ?? 'Background';
      world.delete(object, { propagationPolicy });
      byOthers++;
      await pass(clock, observed);
    }
    await pass(clock, () => cluster.decisions.size > 20);
    collect();
    await pass(clock, () => cluster.decisions.size === 0 && observed());
    const { counts } = cluster.decisions;
    expect(counts.byOthers).toBe(byOthers);
    expect(counts).toMatchObject({ early: 0, unverified: 0, withdrawn: 0 });
    expect(counts.carriedOut).toBeGreaterThan(20);
  });
});

const OWNERS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob']);
const POLICIES = ['Background', 'Foreground', 'Orphan'] as const;
