import { randomUUID } from 'node:crypto';
import type { Millis } from '@gcscope/gc-core/wire';
import { sleep, systemClock } from '../../base/clock.ts';
import { RUN_LABEL, SET_UP_LABEL } from './minimal-fields.ts';
import { type ObjectRequests, refusalText } from './object-requests.ts';
import { ReplayError } from './replay-error.ts';
import type { RunObjects } from './run-objects.ts';

/** How long nothing of the run may change before it counts as quiet. */
const SILENCE: Millis = 2500;
const LOOK_AGAIN: Millis = 150;

/** Tells when the collector has nothing more to do with the objects of a run. */
export class CollectorRest {
  readonly #requests: ObjectRequests;
  readonly #objects: RunObjects;
  readonly #run: string;
  readonly #namespace: string;
  readonly #stop: AbortSignal;
  #canaries = 0;

  /** Canaries are created in `namespace`. */
  constructor(
    requests: ObjectRequests,
    objects: RunObjects,
    place: { readonly run: string; readonly namespace: string },
    stop: AbortSignal,
  ) {
    this.#requests = requests;
    this.#objects = objects;
    this.#run = place.run;
    this.#namespace = place.namespace;
    this.#stop = stop;
  }

  /**
   * Resolves with `true` when nothing has changed for a while and a canary then went through the collector's graph and
   * its queue with still no other change; neither alone is proof. `false`: not before `deadline` (`performance.now()`).
   */
  async reached(deadline: number): Promise<boolean> {
    for (;;) {
      this.#requireGoingOn();
      const quietFor = performance.now() - this.#objects.lastChange;
      if (quietFor < SILENCE) {
        if (performance.now() > deadline) return false;
        await sleep(systemClock, Math.min(SILENCE - quietFor, LOOK_AGAIN), this.#stop);
        continue;
      }
      const before = this.#objects.lastChange;
      if (!(await this.#canaryCollected(deadline))) return false;
      if (this.#objects.lastChange === before) return true;
    }
  }

  /** Resolves at the next change, or a moment later. */
  async lookAgain(): Promise<void> {
    await this.#objects.changed(LOOK_AGAIN * 4);
    this.#requireGoingOn();
  }

  /** A ConfigMap whose only owner never existed is garbage from its first day. */
  async #canaryCollected(deadline: number): Promise<boolean> {
    const name = `canary-${++this.#canaries}`;
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'never-existed', uid: randomUUID() };
    const collection = `/api/v1/namespaces/${this.#namespace}/configmaps`;
    const labels = { [RUN_LABEL]: this.#run, [SET_UP_LABEL]: 'canary' };
    const created = await this.#requests.send('POST', collection, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels, ownerReferences: [owner] },
    });
    if (created.code !== 201) {
      throw new ReplayError(
        `gcscope could not create a ConfigMap to see whether the collector is idle: ${refusalText(created)}.`,
      );
    }
    for (;;) {
      const { code } = await this.#requests.send('GET', `${collection}/${name}`);
      if (code === 404) return true;
      if (performance.now() > deadline) return false;
      await sleep(systemClock, LOOK_AGAIN, this.#stop);
      this.#requireGoingOn();
    }
  }

  #requireGoingOn(): void {
    if (this.#stop.aborted) throw new ReplayError('The run was interrupted.');
    this.#objects.requireWatched();
  }
}
