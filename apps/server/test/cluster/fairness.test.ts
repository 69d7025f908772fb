import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { ManualClock, pass } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, until } from '../support/reflector-run.ts';

function kinds(prefix: string, count: number): readonly FakeResource[] {
  return Array.from({ length: count }, (_, index) => ({
    ...PODS,
    resource: `${prefix}${index}`,
    kind: `${prefix}${index}`,
  }));
}

/** So long the kinds that answer may wait for those that do not. */
const LONGEST_WAIT = 15_000;

describe('kinds that do not answer', () => {
  const healthy = kinds('good', 20);
  let server: FakeApiServer;
  let clock: ManualClock;
  let seen: ObservedMonitors;
  let dribbling: ServerResponse[];

  beforeEach(async () => {
    dribbling = [];
    server = await FakeApiServer.start([...kinds('hung', 8), ...kinds('slow', 8), ...healthy]);
    clock = new ManualClock();
    seen = new ObservedMonitors(server, clock);
  });

  const isSynced = ({ resource }: FakeResource): boolean => seen.state(`/${resource}`) === 'synced';

  const passUntil = (done: () => boolean): Promise<number> =>
    pass(clock, () => {
      for (const response of dribbling) response.write(' ');
      return done();
    });

  it('8 hung and 8 dribbling kinds: the others sync in time, and the health names the 16', async () => {
    server.answering = (response, { path, query }) => {
      if (query.has('watch')) return false;
      if (path.includes('/slow')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"kind":"PartialObjectMetadataList",');
        dribbling.push(response);
      }
      return path.includes('/slow') || path.includes('/hung');
    };
    await seen.monitors.start();
    expect(await passUntil(() => healthy.every(isSynced))).toBeLessThanOrEqual(LONGEST_WAIT);
    // As long as the collector would wait for them itself.
    expect(await passUntil(() => seen.state('/hung0') === 'degraded')).toBeLessThanOrEqual(30_000);
    await passUntil(() => [...seen.health.values()].every(({ state }) => state !== 'listing'));
    const unread = [...seen.health.values()].filter(({ state }) => state === 'degraded');
    expect(unread).toHaveLength(16);
    for (const { message } of unread)
      expect(message).toContain('the collector may have the same problem');
    // A list that never ends is given up, begun again, and succeeds once the server answers.
    server.answering = undefined;
    await passUntil(() => [...seen.health.values()].every(({ state }) => state === 'synced'));
  });

  it('a 429 of some kinds throttles these kinds only', async () => {
    server.answering = (response, { path }) => {
      if (!path.includes('/hung')) return false;
      status(429, 'TooManyRequests', 'busy', { 'retry-after': '60' })(response);
      return true;
    };
    await seen.monitors.start();
    await until(() => healthy.every(isSynced) && seen.state('/hung0') === 'backoff');
    server.answering = undefined;
    const later = clock.now() + 59_000;
    await passUntil(() => clock.now() === later);
    expect(seen.state('/hung0')).toBe('backoff');
    clock.advance(1000);
    await until(() => seen.state('/hung0') === 'synced');
  });
});
