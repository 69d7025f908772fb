import type { ApiResource, ObjectMeta } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';

/** How long an answer is as good as a new one. */
const KEPT: Millis = 10_000;

/** Where an owner is to be found; the namespace is empty for a cluster-scoped kind. */
export interface OwnerAddress {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

/** The answer to a GET of a name: metadata, or that no object has the name. */
export type OwnerAnswer = ObjectMeta | 'absent';

/** The answer about an owner; `undefined`: not asked, or not answered. */
export interface AsksOwners {
  readonly asked: (
    resource: ApiResource,
    namespace: string,
    name: string,
  ) => OwnerAnswer | undefined;
}

interface Entry {
  readonly until: Millis;
  readonly answer: OwnerAnswer | undefined;
}

/** Answers about owners of kinds that are not watched (KM-06), kept for some seconds. */
export class AskedOwners {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Another number whenever something was answered. */
  get version(): number {
    return this.#version;
  }

  /** Whether the owner was asked for a short time ago, with an answer or without. */
  wasAsked(address: OwnerAddress): boolean {
    return this.#entry(address) !== undefined;
  }

  lookup(resource: ApiResource, namespace: string, name: string): OwnerAnswer | undefined {
    return this.#entry({ resource, namespace, name })?.answer;
  }

  /** `undefined` is a question that was not answered: it is not asked again at once. */
  note(address: OwnerAddress, answer: OwnerAnswer | undefined): void {
    const now = this.#clock.now();
    for (const [key, { until }] of this.#entries) {
      if (until > now) break;
      this.#entries.delete(key);
    }
    const key = keyOf(address);
    this.#entries.delete(key);
    this.#entries.set(key, { until: now + KEPT, answer });
    this.#version++;
  }

  #entry(address: OwnerAddress): Entry | undefined {
    const entry = this.#entries.get(keyOf(address));
    return entry && entry.until > this.#clock.now() ? entry : undefined;
  }
}

function keyOf({ resource, namespace, name }: OwnerAddress): string {
  return JSON.stringify([resource.group, resource.version, resource.resource, namespace, name]);
}
