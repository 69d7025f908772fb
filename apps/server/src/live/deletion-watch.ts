import type { PlayableView } from '@gcscope/gc-core';
import type { Millis, NamespaceStatus, NodeRecord } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import type { ServedKinds } from './served-kinds.ts';
import type { Throttle } from './throttle.ts';

/** A deletion may have a grace period of years; a timer may not. */
const LONGEST_WAIT: Millis = 3_600_000;

type Named = Pick<NodeRecord, 'kind' | 'name'>;

/** Facts about deletions beside the graph, and the next moment at which time alone changes a blocker. */
export class DeletionWatch {
  readonly #clock: Clock;
  readonly #served: ServedKinds;
  readonly #updates: Throttle;
  readonly #namespaces = new Map<string, NamespaceStatus>();
  readonly #definitions = new Map<string, NamespaceStatus>();
  readonly #apiServices = new Map<string, NamespaceStatus>();
  readonly #statuses: ReadonlyMap<string, Map<string, NamespaceStatus>> = new Map([
    ['Namespace', this.#namespaces],
    ['CustomResourceDefinition', this.#definitions],
    ['APIService', this.#apiServices],
  ]);
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, served: ServedKinds, updates: Throttle) {
    this.#clock = clock;
    this.#served = served;
    this.#updates = updates;
  }

  facts(): ReturnType<PlayableView['deletionFacts']> {
    const { groups, table } = this.#served;
    const { resources } = table;
    const known = {
      now: this.#clock.now(),
      namespaces: this.#namespaces,
      definitions: this.#definitions,
      apiServices: this.#apiServices,
      resources,
    };
    return groups ? { ...known, groups } : known;
  }

  /** Notes what an object says beside its metadata; true if that is news. */
  learn({ kind, name }: Named, status: NamespaceStatus): boolean {
    const statuses = this.#statuses.get(kind);
    const isNews = JSON.stringify(statuses?.get(name)) !== JSON.stringify(status);
    statuses?.set(name, status);
    return isNews;
  }

  forget({ kind, name }: Named): void {
    this.#statuses.get(kind)?.delete(name);
  }

  /** Schedules an update for the moment, in place of the former one. */
  wakeAt(moment: Millis): void {
    this.stop();
    if (!Number.isFinite(moment)) return;
    const delay = Math.min(LONGEST_WAIT, Math.max(0, moment - this.#clock.now()));
    this.#cancel = this.#clock.setTimeout(() => this.#updates.schedule(), delay);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
