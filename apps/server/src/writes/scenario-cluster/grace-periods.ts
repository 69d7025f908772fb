import type { Uid } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Moment, RunObjects } from './run-objects.ts';

/** The clock of a scenario, which moves by `advance` alone, and the Pods that it ends. */
export class GracePeriods {
  readonly #objects: RunObjects;
  readonly #since = new Map<Uid, Millis>();
  #now: Millis = 0;

  constructor(objects: RunObjects) {
    this.#objects = objects;
  }

  /** Notes which Pods are in deletion by now. */
  note(moment: Moment): void {
    for (const [uid, { groupResource, meta }] of this.#objects.at(moment)) {
      if (groupResource !== '/pods' || meta.deletionTimestamp === undefined) continue;
      if (!this.#since.has(uid)) this.#since.set(uid, this.#now);
    }
  }

  /** Moves the clock; the paths of the Pods whose grace is over then, the first ended first. */
  advance(span: Millis): readonly string[] {
    this.#now += span;
    return [...this.#objects.at('now')]
      .flatMap(([uid, { meta }]) => {
        const since = this.#since.get(uid);
        const { deletionGracePeriodSeconds: grace = 0, namespace = '', name } = meta;
        const end = since === undefined ? Number.POSITIVE_INFINITY : since + grace * 1000;
        const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
        return grace > 0 && end <= this.#now ? [{ end, path }] : [];
      })
      .toSorted((a, b) => a.end - b.end)
      .map(({ path }) => path);
  }
}
