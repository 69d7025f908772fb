import type { KindHealth } from '../../src/wire/frames.ts';

/** Secrets, which gcscope may not read, and what else is said of the kind. */
export function unreadKind(more: Partial<KindHealth> = {}): KindHealth {
  return {
    group: '',
    version: 'v1',
    resource: 'secrets',
    kind: 'Secret',
    namespaced: true,
    state: 'forbidden',
    objects: 0,
    since: '2026-01-01T00:00:00Z',
    ...more,
  };
}
