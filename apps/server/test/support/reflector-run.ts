import type { GraphChange, ObjectMeta } from '@gcscope/gc-core';
import type { KindState } from '@gcscope/gc-core/wire';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { ConcurrencyLimiter } from '../../src/base/concurrency-limiter.ts';
import type { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { Reflector } from '../../src/cluster/reflect/reflector.ts';
import { ResourceStore } from '../../src/cluster/reflect/resource-store.ts';
import type { KindReport } from '../../src/cluster/reflect/state-reporter.ts';
import { plainClient } from '../support/plain-client.ts';
import { FakeApiServer, type FakeResource } from './fake-api-server.ts';
import { ManualClock } from './manual-clock.ts';

export const PODS: FakeResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
};

export const WIDGETS: FakeResource = {
  ...PODS,
  group: 'example.com',
  resource: 'widgets',
  kind: 'Widget',
};

/** Waits for a state, not for a time. */
export function until(condition: () => boolean, timeout = 20_000): Promise<unknown> {
  return vi.waitUntil(condition, { timeout, interval: 1 });
}

/** Plays changes back and throws at the first that does not follow from those before. */
export class Replay {
  readonly objects = new Map<string, ObjectMeta>();

  apply(change: GraphChange): void {
    const { uid } = change.identity;
    const known = this.objects.get(uid);
    const { type, meta, oldMeta } = change;
    const isEnding = type === 'MODIFIED' && meta?.deletionTimestamp !== undefined;
    const isOld = oldMeta === known || (oldMeta === undefined && !isEnding);
    if (type === 'ADDED' ? known : !known || !isOld)
      throw new Error(`${change.type} of ${uid} does not follow`);
    if (type === 'DELETED') this.objects.delete(uid);
    else if (meta) this.objects.set(uid, meta);
  }
}

/** A reflector that reads one resource of a fake server, and everything it reported. */
export class ReflectorRun {
  readonly replay = new Replay();
  readonly observed: string[] = [];
  readonly batches: (readonly GraphChange[])[] = [];
  readonly states: KindReport[] = [];
  readonly contacts: boolean[] = [];
  readonly reflector: Reflector;
  readonly store: ResourceStore;
  readonly #controller = new AbortController();
  readonly #client: HttpApiClient;
  readonly #done: Promise<void>;

  constructor(
    server: FakeApiServer,
    resource: FakeResource,
    clock: Clock,
    random = () => 0.5,
    plainGroups?: Set<string>,
  ) {
    this.store = new ResourceStore(resource);
    this.#client = plainClient(server.url);
    this.reflector = new Reflector({
      client: this.#client,
      clock,
      random,
      log: SILENT,
      limiter: new ConcurrencyLimiter(8),
      store: this.store,
      ...(plainGroups && { plainGroups }),
      events: {
        changes: (batch) => {
          this.batches.push(batch);
          for (const change of batch) this.replay.apply(change);
        },
        observed: (resourceVersion) => this.observed.push(resourceVersion),
        left: (batch) => {
          for (const change of batch) this.replay.apply(change);
        },
        state: (report) => this.states.push(report),
        contact: (ok) => this.contacts.push(ok),
      },
    });
    this.#done = this.reflector.run(this.#controller.signal);
  }

  get state(): KindState | undefined {
    return this.states.at(-1)?.state;
  }

  get names(): readonly string[] {
    return [...this.replay.objects.values()].map((meta) => meta.name).sort();
  }

  async stop(): Promise<void> {
    this.#controller.abort();
    await this.#done;
    await this.#client.close();
  }
}

/** A reflector of the Pods of a fake server, for the tests of one `describe`. */
export class PodReflector {
  clock: ManualClock = new ManualClock();
  /** Groups whose server is known to have no watch lists; without it none are asked for. */
  plainGroups: Set<string> | undefined;
  #server: FakeApiServer | undefined;
  #run: ReflectorRun | undefined;

  constructor() {
    beforeEach(async () => {
      this.#run = undefined;
      this.#server = await FakeApiServer.start([PODS]);
      this.clock = new ManualClock();
    });
    afterEach(async () => {
      await this.run.stop();
      await this.server.stop();
    });
  }

  get server(): FakeApiServer {
    if (!this.#server) throw new Error('The server runs within a test only.');
    return this.#server;
  }

  get run(): ReflectorRun {
    if (!this.#run) throw new Error('The test has not started a reflector.');
    return this.#run;
  }

  start(): void {
    this.#run = new ReflectorRun(this.server, PODS, this.clock, undefined, this.plainGroups);
  }

  pod(name: string, uid = `u-${name}`): void {
    this.server.put(PODS, { namespace: 'shop', name, uid });
  }

  /** Until the kind is listed and watched. */
  async watching(): Promise<void> {
    this.start();
    await until(() => this.server.watchCount === 1 && this.run.contacts.length >= 2);
  }

  /** Until the reflector waits for about `delay`, then past that wait. */
  async waitOut(delay: number): Promise<void> {
    await until(() => this.clock.delays.some((each) => Math.abs(each - delay) < 1));
    this.clock.advance(delay);
  }
}
