import { ApiServer, RELEASES, ResourceTable } from '@gcscope/gc-core';
import { systemClock } from '../../../../apps/server/src/clock.ts';
import {
  type ApiHttpServer,
  startApiHttpServer,
} from '../../../../apps/server/src/embedded/http/api-http-server.ts';
import { CUSTOM_RESOURCES } from './custom-kinds.ts';

/** The simulated API server as the embedded cluster serves it, on a free port. */
export function startOurServer(): Promise<ApiHttpServer> {
  const apiServer = new ApiServer({
    release: RELEASES['v1.36'],
    table: ResourceTable.builtIn(CUSTOM_RESOURCES),
    now: () => Date.now(),
    // Uids are never used again, as those of a real server.
    newUid: () => crypto.randomUUID(),
  });
  return startApiHttpServer({ apiServer, clock: systemClock });
}
