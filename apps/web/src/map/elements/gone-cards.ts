import type { Uid } from '@gcscope/gc-core/wire';

const STAY_MILLIS = 1800;

/** Objects that are gone but shown for a while, so that the eye can follow. */
export class GoneCards {
  readonly #timers = new Map<Uid, ReturnType<typeof setTimeout>>();
  readonly #onFaded: () => void;

  /** `onFaded` is called after a card has ended by itself. */
  constructor(onFaded: () => void) {
    this.#onFaded = onFaded;
  }

  get uids(): ReadonlySet<Uid> {
    return new Set(this.#timers.keys());
  }

  /** Lets the object stay for a while. */
  add(uid: Uid): void {
    if (this.#timers.has(uid)) return;
    const fade = (): void => {
      this.#timers.delete(uid);
      this.#onFaded();
    };
    this.#timers.set(uid, setTimeout(fade, STAY_MILLIS));
  }

  /** Ends the stay: the object is back (a step back brings it back). */
  drop(uid: Uid): void {
    clearTimeout(this.#timers.get(uid));
    this.#timers.delete(uid);
  }

  /** Ends all. */
  clear(): void {
    for (const uid of [...this.#timers.keys()]) this.drop(uid);
  }
}
