import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock, pass } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until } from '../support/reflector-run.ts';

const KINDS: readonly FakeResource[] = Array.from({ length: 12 }, (_, index) => ({
  ...PODS,
  resource: `kind${index}`,
  kind: `Kind${index}`,
}));
/** After so long a server that is back is read as it is. */
const LONGEST_CATCHING_UP = 5_000;

describe('a single API server', () => {
  let server: FakeApiServer;
  let clock: ManualClock;
  let seen: ObservedMonitors;

  beforeEach(async () => {
    server = await FakeApiServer.start(KINDS);
    clock = new ManualClock();
    seen = new ObservedMonitors(server, clock);
  });

  const isRead = (): boolean => [...seen.health.values()].every(({ state }) => state === 'synced');
  const stored = (): readonly string[] =>
    KINDS.flatMap((kind) =>
      server.list(kind).map(({ uid, resourceVersion }) => uid + resourceVersion),
    );
  const known = (): readonly string[] =>
    [...seen.replay.objects.values()].map((meta) => `${meta.uid}${meta.resourceVersion}`);
  const isEqual = (): boolean => stored().toSorted().join() === known().toSorted().join();

  it.each([
    ['4 s, its history kept', 4000, () => undefined],
    ['10 min, its history gone', 600_000, () => server.compact()],
  ])('that was down for %s is equal within 5 s', async (_, downtime, restart) => {
    for (const kind of KINDS) server.put(kind, { namespace: 'shop', name: 'old' });
    await seen.monitors.start();
    await until(() => isRead() && isEqual() && server.watchCount === KINDS.length);
    server.answering = (response) => {
      response.socket?.resetAndDestroy();
      return true;
    };
    server.resetWatches();
    const back = clock.now() + downtime;
    await pass(clock, () => clock.now() >= back);
    expect(seen.reachable.at(-1)).toBe(false);
    expect([...seen.health.values()].some(({ state }) => state === 'synced')).toBe(false);
    for (const kind of KINDS) {
      for (const { uid } of server.list(kind)) server.remove(kind, uid);
      server.put(kind, { namespace: 'shop', name: 'new' });
    }
    restart();
    server.answering = undefined;
    expect(await pass(clock, () => isEqual() && isRead())).toBeLessThanOrEqual(LONGEST_CATCHING_UP);
  });
});
