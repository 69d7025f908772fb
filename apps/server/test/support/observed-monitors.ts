import type { ApiResource, GraphChange } from '@gcscope/gc-core';
import type { KindHealth } from '@gcscope/gc-core/wire';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import type { Reach } from '../../src/cluster/monitors/cluster-observer.ts';
import { Monitors, type MonitorsDeps } from '../../src/cluster/monitors/monitors.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { ReaderCounts } from '../../src/cluster/reflect/reader-counts.ts';
import { plainClient } from '../support/plain-client.ts';
import type { FakeApiServer } from './fake-api-server.ts';
import { Replay } from './reflector-run.ts';

/** Monitors of a fake server, and everything they reported. Both stop when the test is over. */
export class ObservedMonitors {
  readonly monitors: Monitors;
  readonly replay = new Replay();
  readonly health = new Map<string, KindHealth>();
  readonly changes: GraphChange[] = [];
  /** Changes that took an object out of view. */
  readonly left: GraphChange[] = [];
  readonly served: (readonly ApiResource[])[] = [];
  readonly reachable: Reach[] = [];
  /** What discoveries came to that changed nothing. */
  readonly idle: string[] = [];
  readonly warnings: string[] = [];
  readonly counts = new ReaderCounts();
  readonly #client: HttpApiClient;

  constructor(
    server: FakeApiServer,
    clock: Clock,
    options: Pick<
      MonitorsDeps,
      'leftOut' | 'ignored' | 'discoveryPeriod' | 'namespace' | 'maxObjects'
    > = {},
    /** Called after each batch that is out of sight. */
    onLeft?: () => void,
  ) {
    this.#client = plainClient(server.url, { counts: this.counts });
    this.monitors = new Monitors({
      counts: this.counts,
      client: this.#client,
      clock,
      random: () => 0.5,
      log: { ...SILENT, warn: (_, message) => this.warnings.push(message) },
      ...options,
      observer: {
        changes: (_, batch) => this.#take(batch),
        left: (_, batch) => {
          this.left.push(...batch);
          this.#take(batch);
          onLeft?.();
        },
        retired: ({ group, resource }) => this.health.delete(`${group}/${resource}`),
        observed: () => {},
        kindHealth: (kind) => this.health.set(`${kind.group}/${kind.resource}`, kind),
        resources: (resources) => this.served.push(resources),
        discovered: (result) => this.idle.push(result),
        reachable: (ok) => this.reachable.push(ok),
      },
    });
    onTestFinished(async () => {
      await this.stop();
      await server.stop();
    });
  }

  #take(batch: readonly GraphChange[]): void {
    this.changes.push(...batch);
    for (const change of batch) this.replay.apply(change);
  }

  /** State of `group/resource`. */
  state(key: string): string | undefined {
    return this.health.get(key)?.state;
  }

  async stop(): Promise<void> {
    await this.monitors.stop();
    await this.#client.close();
  }
}
