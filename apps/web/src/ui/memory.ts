import { useSyncExternalStore } from 'react';

/** A value that outlives the page that shows it: an opened file stays while the user visits other pages. */
export class Memory<Value> {
  #value: Value | undefined;
  readonly #listeners = new Set<() => void>();

  readonly get = (): Value | undefined => this.#value;

  set(value: Value | undefined): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The value as it is now. */
export function useMemory<Value>(memory: Memory<Value>): Value | undefined {
  return useSyncExternalStore(memory.subscribe, memory.get);
}
