import { type ApiServer, NamespaceController, type ReleaseProfile } from '@gcscope/gc-core';
import type { Clock } from '../clock.ts';
import type { Controller } from './controller.ts';

/** gc-core's namespace controller among the others: every pass that is due, and when the next one will be. */
export function namespaceController(
  apiServer: ApiServer,
  release: ReleaseProfile,
  clock: Clock,
): Controller {
  const controller = new NamespaceController({ apiServer, release, now: () => clock.now() });
  return {
    watches: ['/namespaces'],
    reconcile() {
      while (controller.pass());
      return controller.nextDue();
    },
  };
}
