import { groupResource } from '@gcscope/gc-core';
import { expect } from 'vitest';
import type { TestCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import type { LiveCluster } from '../../src/live/live-cluster.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/reflector-run.ts';
import { Browser } from './browser.ts';
import { ServedCluster } from './served-cluster.ts';

/** So long a kind may be shown as read although it is not as on the server. */
export const LONGEST_LIE = 45_000;
/** The same for events that the server itself lost: until it is asked how many objects there are. */
export const LOST_BY_SERVER = 20 * 60_000;
/** So long after the last fault everything is read again. */
const LONGEST_CATCHING_UP = 60_000;

/** A server ends each watch after so long, with a bookmark before. */
const WATCH_TIME = 30_000;
/** Connections that may be left over, for discovery and lists. */
const SPARE_SOCKETS = 12;
/** A page that is open: its own watchdog, and the server's next ping. */
const TIMERS_PER_PAGE = 2;

interface FaultyClusterOptions {
  /** What the API servers are reached under, if not the one that runs. */
  readonly reach?: (servers: FakeApiServer[]) => Promise<string>;
  /** With it the API server speaks TLS. */
  readonly certificate?: TestCertificate;
  /** The API server knows watch lists. */
  readonly watchLists?: boolean;
}

/**
 * A cluster whose API servers fail as a test asks, read by all that `serve` reads with, and compared with them second by
 * second. A page is open all the time.
 */
export class FaultyCluster {
  /** The API servers that run; most tests have one. */
  readonly servers: FakeApiServer[];
  readonly clock: ManualClock;
  readonly served: ServedCluster;
  /** A page that is open from the start. */
  readonly page: Browser;
  /** Whether the server sends bookmarks. */
  bookmarks = true;
  /** The longest time for which a kind was shown as read while it was not as on the server. */
  longestLie = 0;
  /** What kinds were seen as, second by second; a test may empty it. */
  readonly states: Set<string | undefined> = new Set();
  readonly #lies = new Map<string, number>();
  #timersPerKind = 0;

  private constructor(servers: FakeApiServer[], clock: ManualClock, served: ServedCluster) {
    this.servers = servers;
    this.clock = clock;
    this.served = served;
    this.page = new Browser(() => served.url, clock);
  }

  /** Resolves when everything is read, and calm. */
  static async start(
    resources: readonly FakeResource[],
    { reach, certificate, watchLists = false }: FaultyClusterOptions = {},
  ): Promise<FaultyCluster> {
    const server = await FakeApiServer.start(resources, certificate);
    server.watchLists = watchLists;
    for (const resource of resources) server.put(resource, { namespace: 'shop', name: 'first' });
    const servers = [server];
    const clock = new ManualClock();
    const url = (await reach?.(servers)) ?? server.url;
    const served = await ServedCluster.start(url, clock, certificate && { ca: certificate.cert });
    const faulty = new FaultyCluster(servers, clock, served);
    await faulty.settle();
    faulty.#timersPerKind = clock.delays.length / resources.length;
    faulty.page.open();
    return faulty;
  }

  /** Runs a test, after which nothing may be left running; what fails first is what is reported. */
  static async run(
    resources: readonly FakeResource[],
    options: FaultyClusterOptions,
    test: (faulty: FaultyCluster) => Promise<void>,
  ): Promise<void> {
    const faulty = await FaultyCluster.start(resources, options);
    try {
      await test(faulty);
    } catch (error) {
      await faulty.stop().catch(() => undefined);
      throw error;
    }
    await faulty.stop();
  }

  /** The API server that is asked for changes. */
  get server(): FakeApiServer {
    const [server] = this.servers;
    if (!server) throw new Error('No API server runs.');
    return server;
  }

  get cluster(): LiveCluster {
    return this.served.cluster;
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
    await this.until(() => this.#isRight() && this.#watches === this.#served.length);
  }

  /** What must hold when the faults are over. */
  async expectOracle(
    longestLie: number,
    longestCatchingUp = Math.max(LONGEST_CATCHING_UP, longestLie),
  ): Promise<void> {
    const over = this.clock.now();
    await this.until(() => this.#isRight());
    expect(this.clock.now() - over).toBeLessThanOrEqual(longestCatchingUp);
    await this.settle();
    for (const resource of this.#served) {
      expect(this.#known(resource)).toEqual(this.#stored(resource));
    }
    expect(this.longestLie).toBeLessThanOrEqual(longestLie);
    const timers = this.#timersPerKind * this.#served.length;
    await this.#expectPages();
    // A request on its way has a timer, too, and so has one that will be tried again.
    await this.until(() => this.clock.delays.length <= timers + 3 + TIMERS_PER_PAGE);
    // The server ends idle ones after some seconds.
    await until(() => this.#sockets <= this.#served.length + SPARE_SOCKETS);
  }

  /** The page that was open all the time and one that is opened now show what the server knows. */
  async #expectPages(): Promise<void> {
    const { live } = this.cluster;
    live.flush();
    const late = new Browser(() => this.served.url, this.clock).open();
    try {
      // Time passes meanwhile: what came last may still have to be sent.
      await this.until(() =>
        [late, this.page].every((page) => page.state === 'live' && page.shows(live.records)),
      );
    } finally {
      late.close();
    }
    await until(() => this.served.telemetry.streams.clients === 1);
  }

  /** Nothing is left running. */
  async stop(): Promise<void> {
    this.page.close();
    await this.served.stop();
    await until(() => this.#sockets === 0);
    for (const server of this.servers) await server.stop();
    expect(this.clock.delays).toEqual([]);
  }

  get #watches(): number {
    return this.servers.reduce((sum, { watchCount }) => sum + watchCount, 0);
  }

  get #sockets(): number {
    return this.servers.reduce((sum, { openSockets }) => sum + openSockets, 0);
  }

  get #served(): readonly FakeResource[] {
    return [...this.server.resources.values()];
  }

  async #step(): Promise<void> {
    this.clock.advance(1000);
    // A connection that went mute is not ended either.
    for (const server of this.servers) {
      if (!server.delivering || (this.clock.now() / 1000) % (WATCH_TIME / 1000) !== 0) continue;
      if (this.bookmarks) server.bookmark();
      server.endWatches();
    }
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    this.cluster.live.flush();
    for (const resource of this.#served) {
      this.states.add(this.stateOf(resource));
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
