import { UidSource } from '../apiserver/name-source.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import type { Uid } from '../meta/object-reference.ts';

/** Uids of created objects: a server chooses its own, a scenario may name the one to be chosen. */
export class ChosenUids {
  readonly #readable = new UidSource();
  #chosen: Uid | undefined;

  /** The next object gets this uid; `undefined`: a readable one. */
  choose(uid: Uid | undefined): void {
    this.#chosen = uid;
  }

  next(resource: ApiResource, name: string): Uid {
    const uid = this.#chosen ?? this.#readable.propose(resource, name);
    this.take(uid);
    return uid;
  }

  /** The uid is in the document and will not be given to another object. */
  take(uid: Uid): void {
    this.#readable.take(uid);
  }
}
