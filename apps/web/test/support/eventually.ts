import { vi } from 'vitest';

/** Much longer than anything here takes: on a busy machine what comes late is not wrong. */
const PATIENCE = 20_000;

/** Resolves with what `check` returns once it throws no more; Vitest's own patience is a second. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE });
}
