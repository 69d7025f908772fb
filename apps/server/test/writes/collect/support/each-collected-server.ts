import { afterEach, beforeEach, expect } from 'vitest';
import { testFolder } from '../../../support/test-folder.ts';
import { CollectedServer } from './collected-server.ts';

/** The uid of an owner that is not there. */
export const ABSENT = 'uid-absent';
export const NO_LIMIT = '--kube-api-qps=0';

/** Each test of this `describe` has a server of its own, which the function returns. */
export function eachCollectedServer(): () => CollectedServer {
  const folder = testFolder();
  let server: CollectedServer;

  beforeEach(async () => {
    server = await CollectedServer.start(folder);
  });
  afterEach(async () => {
    await server.endCollecting();
    await server.stop();
  });
  return () => server;
}

/** Until these objects are left, and no others. */
export function isLeft(server: CollectedServer, ...names: readonly string[]): Promise<void> {
  return expect.poll(() => server.left()).toEqual(names);
}
