import type { GraphChange } from '@gcscope/gc-core';
import { inTurns } from '../../in-turns.ts';
import type { LocalCopy } from './local-copy.ts';

/** Forgets the objects of a kind, except in a namespace, batch by batch, and lets others have their turn in between. */
export async function forgetInTurns(
  copy: LocalCopy,
  left: (batch: readonly GraphChange[]) => void,
  signal: AbortSignal,
  except?: string,
): Promise<void> {
  function* steps(): Generator<void> {
    for (const batch of copy.forget(except)) {
      if (batch.length > 0) left(batch);
      yield;
    }
  }
  await inTurns(steps(), signal);
}
