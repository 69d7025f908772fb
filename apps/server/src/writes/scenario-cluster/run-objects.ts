import type { GraphChange, ObjectMeta, Uid } from '@gcscope/gc-core';
import type { KindState } from '@gcscope/gc-core/wire';
import { systemClock } from '../../base/clock.ts';
import { ConcurrencyLimiter } from '../../base/concurrency-limiter.ts';
import type { ApiClient } from '../../cluster/answers/api-answer.ts';
import { SILENT } from '../../cluster/reflect/cluster-log.ts';
import type { MonitoredResource } from '../../cluster/reflect/monitored-resource.ts';
import { Reflector } from '../../cluster/reflect/reflector.ts';
import { ResourceStore } from '../../cluster/reflect/resource-store.ts';
import { compareResourceVersions } from '../../cluster/reflect/resource-version.ts';

/** The server's storage after the change with this resourceVersion; `now` is after the last that was observed. */
export type Moment = string | 'now';

interface State {
  readonly resourceVersion: string;
  /** `undefined`: it is gone. */
  readonly meta: ObjectMeta | undefined;
}

interface History {
  /** `apps/deployments`, as in the cluster. */
  readonly groupResource: string;
  readonly states: State[];
}

/** A kind that cannot be watched; nothing can be said of its objects. */
export class UnwatchedKindError extends Error {
  override readonly name = 'UnwatchedKindError';
}

/** States in which a kind is not yet, or for a while not, observed. */
const PASSING: ReadonlySet<KindState> = new Set(['listing', 'synced', 'stale', 'backoff']);

/** The objects of one run as its watches bring them, with every state that they were in. */
export class RunObjects {
  readonly #histories = new Map<Uid, History>();
  readonly #stop = new AbortController();
  readonly #watches: Promise<void>[] = [];
  #lastChange = performance.now();
  #fault: string | undefined;
  #latest = '0';
  #listening: (() => void)[] = [];

  /** Milliseconds since the last change, by `performance.now()`. */
  get lastChange(): number {
    return this.#lastChange;
  }

  /** The version of the newest observed change; `0` before the first. */
  get latest(): string {
    return this.#latest;
  }

  /** Throws `UnwatchedKindError` when a kind cannot be watched any more. */
  requireWatched(): void {
    if (this.#fault !== undefined) throw new UnwatchedKindError(this.#fault);
  }

  /** Begins to watch; resolves when everything there is was observed. Rejects with `UnwatchedKindError`. */
  async watch(
    client: ApiClient,
    resources: readonly MonitoredResource[],
    labelSelector: string,
  ): Promise<void> {
    const limiter = new ConcurrencyLimiter(resources.length);
    await Promise.all(
      resources.map(
        (resource) =>
          new Promise<void>((resolve) => {
            const watch = new Reflector({
              client,
              clock: systemClock,
              random: Math.random,
              log: SILENT,
              limiter,
              store: new ResourceStore(resource),
              newest: true,
              labelSelector,
              events: {
                changes: (batch) => this.#take(resource, batch),
                observed: () => resolve(),
                contact: () => undefined,
                left: () => undefined,
                state: ({ state, message }) => {
                  if (PASSING.has(state)) return;
                  this.#fault ??= `${resource.kind} cannot be watched: ${message ?? state}`;
                  resolve();
                },
              },
            });
            this.#watches.push(watch.run(this.#stop.signal));
          }),
      ),
    );
    this.requireWatched();
  }

  /** Ends the watches. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#watches);
  }

  /** Resolves at the next change, or when the time is over. */
  async changed(within: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, within);
      this.#listening.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** The objects that there were, by the uid of the cluster. */
  at(
    moment: Moment,
  ): ReadonlyMap<Uid, { readonly groupResource: string; readonly meta: ObjectMeta }> {
    const there = new Map<Uid, { groupResource: string; meta: ObjectMeta }>();
    for (const [uid, { groupResource, states }] of this.#histories) {
      const last = states.findLast(({ resourceVersion }) => isUpTo(resourceVersion, moment));
      if (last?.meta) there.set(uid, { groupResource, meta: last.meta });
    }
    return there;
  }

  /** Whether the change of the object with this version was observed. */
  hasObserved(uid: Uid, resourceVersion: string): boolean {
    const states = this.#histories.get(uid)?.states ?? [];
    return states.some((state) => state.resourceVersion === resourceVersion);
  }

  /** The version of the change that removed the object, once it was observed. */
  removal(uid: Uid): string | undefined {
    const last = this.#histories.get(uid)?.states.at(-1);
    return last && !last.meta ? last.resourceVersion : undefined;
  }

  #take({ group, resource }: MonitoredResource, batch: readonly GraphChange[]): void {
    for (const { type, meta } of batch) {
      if (!meta) continue;
      const history = this.#histories.get(meta.uid) ?? {
        groupResource: `${group}/${resource}`,
        states: [],
      };
      const { resourceVersion = '' } = meta;
      history.states.push({ resourceVersion, meta: type === 'DELETED' ? undefined : meta });
      this.#histories.set(meta.uid, history);
      if ((compareResourceVersions(resourceVersion, this.#latest) ?? 1) > 0) {
        this.#latest = resourceVersion;
      }
    }
    this.#lastChange = performance.now();
    for (const notify of this.#listening.splice(0)) notify();
  }
}

function isUpTo(resourceVersion: string, moment: Moment): boolean {
  if (moment === 'now') return true;
  return (compareResourceVersions(resourceVersion, moment) ?? 0) <= 0;
}
