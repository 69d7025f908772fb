import { groupResource } from '@gcscope/gc-core';
import { expect } from 'vitest';
import { HttpApiClient } from '../../src/cluster/api-client.ts';
import type { TransportSecurity } from '../../src/cluster/credentials.ts';
import { Monitors } from '../../src/cluster/monitors.ts';
import { LiveCluster } from '../../src/live/live-cluster.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SILENT_LOG, until } from '../support/reflector-run.ts';

/** So long a kind may be shown as read although it is not as on the server. */
export const LONGEST_LIE = 45_000;
/** The same for events that the server itself lost: until it is asked how many objects there are. */
export const LOST_BY_SERVER = 20 * 60_000;

/** A server ends each watch after so long, with a bookmark before. */
const WATCH_TIME = 30_000;
/** Connections that may be left over, for discovery and lists. */
const SPARE_SOCKETS = 12;

/** A cluster whose API server fails as a test asks, read by all that `serve` reads with, and compared with the server second by second. */
export class FaultyCluster {
  readonly server: FakeApiServer;
  readonly clock = new ManualClock();
  readonly cluster: LiveCluster;
  /** What connections are secured with: a new value stands for a certificate that was replaced. */
  security: TransportSecurity = { verify: true };
  /** Whether the server sends bookmarks. */
  bookmarks = true;
  /** The longest time for which a kind was shown as read while it was not as on the server. */
  longestLie = 0;
  readonly #client: HttpApiClient;
  readonly #monitors: Monitors;
  readonly #lies = new Map<string, number>();
  #timersPerKind = 0;

  private constructor(server: FakeApiServer) {
    this.server = server;
    this.#client = new HttpApiClient({
      server: server.url,
      credentials: {
        current: async () => ({ security: this.security, headers: new Map() }),
        renew: () => undefined,
      },
      requestTimeout: 0,
    });
    const info = { context: 'faulty', server: server.url, version: 'v1.36.3', embedded: false };
    this.cluster = new LiveCluster({ clock: this.clock, info: () => info });
    this.#monitors = new Monitors({
      client: this.#client,
      observer: this.cluster.live,
      clock: this.clock,
      random: () => 0.5,
      log: SILENT_LOG,
    });
  }

  /** Resolves when everything is read, and calm. */
  static async start(resources: readonly FakeResource[]): Promise<FaultyCluster> {
    const faulty = new FaultyCluster(await FakeApiServer.start(resources));
    for (const resource of resources) {
      faulty.server.put(resource, { namespace: 'shop', name: 'first' });
    }
    await faulty.#monitors.start();
    await faulty.settle();
    faulty.#timersPerKind = faulty.clock.delays.length / resources.length;
    return faulty;
  }

  stateOf(resource: FakeResource): string | undefined {
    const { kinds } = this.cluster.health;
    return kinds.find((kind) => groupResource(kind) === groupResource(resource))?.state;
  }

  /** Moves the clock second by second until then. */
  async until(done: () => boolean): Promise<void> {
    const begin = this.clock.now();
    while (!done()) {
      await this.#step();
      if (this.clock.now() - begin > 4 * 3_600_000) throw new Error('It does not come.');
    }
  }

  async pass(time: number): Promise<void> {
    const end = this.clock.now() + time;
    await this.until(() => this.clock.now() >= end);
  }

  /** Until all is read as it is on the server, for longer than one watch lasts. */
  async settle(): Promise<void> {
    await this.until(() => this.#isRight());
    await this.pass(2 * WATCH_TIME);
    await this.until(() => this.#isRight() && this.server.watchCount === this.#served.length);
  }

  /** What must hold when the faults are over. */
  async expectOracle(longestLie: number): Promise<void> {
    await this.settle();
    for (const resource of this.#served) {
      expect(this.#known(resource)).toEqual(this.#stored(resource));
    }
    expect(this.longestLie).toBeLessThanOrEqual(longestLie);
    const timers = this.#timersPerKind * this.#served.length;
    expect(this.clock.delays.length).toBeLessThanOrEqual(timers + 3);
    expect(this.server.openSockets).toBeLessThanOrEqual(this.#served.length + SPARE_SOCKETS);
  }

  /** Nothing is left running. */
  async stop(): Promise<void> {
    await this.#monitors.stop();
    this.cluster.live.stop();
    await this.#client.close();
    await until(() => this.server.openSockets === 0);
    await this.server.stop();
    expect(this.clock.delays).toEqual([]);
  }

  get #served(): readonly FakeResource[] {
    return [...this.server.resources.values()];
  }

  async #step(): Promise<void> {
    this.clock.advance(1000);
    // A connection that went mute is not ended either.
    if (this.server.delivering && (this.clock.now() / 1000) % (WATCH_TIME / 1000) === 0) {
      if (this.bookmarks) this.server.bookmark();
      this.server.endWatches();
    }
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    this.cluster.live.flush();
    for (const resource of this.#served) {
      const key = groupResource(resource);
      const isLie = this.stateOf(resource) === 'synced' && !this.#isEqual(resource);
      const lie = isLie ? (this.#lies.get(key) ?? 0) + 1000 : 0;
      this.#lies.set(key, lie);
      this.longestLie = Math.max(this.longestLie, lie);
    }
  }

  #isRight(): boolean {
    const { state, kinds } = this.cluster.health;
    return (
      state === 'live' &&
      kinds.length === this.#served.length &&
      this.#served.every((each) => this.stateOf(each) === 'synced' && this.#isEqual(each))
    );
  }

  #isEqual(resource: FakeResource): boolean {
    return this.#known(resource).join() === this.#stored(resource).join();
  }

  #stored(resource: FakeResource): readonly string[] {
    return this.server
      .list(resource)
      .map((meta) => `${meta.uid} ${meta.resourceVersion}`)
      .toSorted();
  }

  /** By kind: as in the collector, a node keeps the group and version in which it was observed first. */
  #known({ kind }: FakeResource): readonly string[] {
    return [...this.cluster.live.graph.nodes()]
      .filter((node) => !node.virtual && node.kind === kind)
      .map(({ uid, meta }) => `${uid} ${meta?.resourceVersion}`)
      .toSorted();
  }
}
