import type { ApiResource } from '../meta/api-resource.ts';
import type { Uid } from '../meta/object-reference.ts';

/** Makes uids `<kind>-<name>-<n>` in lower case, `n` counting the objects of that kind and name; none that is taken. */
export class UidSource {
  readonly #taken = new Set<Uid>();
  /** By kind and name: up to this number all are taken. */
  readonly #counts = new Map<string, number>();

  /** The uid will not be proposed again. */
  take(uid: Uid): void {
    this.#taken.add(uid);
  }

  /** The first free uid for an object of the resource's kind; the same again until it is taken. */
  propose(resource: ApiResource, name: string): Uid {
    const stem = `${resource.kind}-${name}`.toLowerCase();
    let count = this.#counts.get(stem) ?? 0;
    while (this.#taken.has(`${stem}-${count + 1}`)) count += 1;
    this.#counts.set(stem, count);
    return `${stem}-${count + 1}`;
  }
}
