import type { GraphChange } from '@gcscope/gc-core';
import { inTurns } from '../../base/in-turns.ts';
import type { ResourceStore } from './resource-store.ts';

/** Forgets the objects of a kind, except in a namespace, batch by batch, and lets others have their turn in between. */
export async function forgetInTurns(
  store: ResourceStore,
  left: (batch: readonly GraphChange[]) => void,
  signal: AbortSignal,
  except?: string,
): Promise<void> {
  function* steps(): Generator<void> {
    for (const batch of store.forget(except)) {
      if (batch.length > 0) left(batch);
      yield;
    }
  }
  await inTurns(steps(), signal);
}
