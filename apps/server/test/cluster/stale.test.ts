import { describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { ManualClock, pass } from '../support/manual-clock.ts';
import { ObservedMonitors } from '../support/observed-monitors.ts';
import { PODS, PodReflector, until } from '../support/reflector-run.ts';

/** So long a kind may be shown as read although its changes do not arrive. */
const LONGEST_LIE = 45_000;
/** The same after the machine was suspended, from when it runs again. */
const LONGEST_LIE_AFTER_SUSPEND = 10_000;

describe('a kind whose changes do not arrive', () => {
  const pods = new PodReflector();

  const isRead = (): boolean => pods.run.state === 'synced';
  /** How long the kind is still shown as read. */
  const lie = (): Promise<number> => pass(pods.clock, () => !isRead());

  it('is stale soon after its connection went mute, since it was last heard of', async () => {
    await pods.watching();
    pods.clock.advance(10_000);
    pods.server.bookmark('100');
    await until(() => pods.run.states.length === 4);
    const heard = pods.clock.now();
    pods.server.delivering = false;
    pods.pod('a');
    expect(await lie()).toBeLessThanOrEqual(LONGEST_LIE);
    expect(pods.run.states.at(-1)).toMatchObject({ state: 'stale', since: heard });
    await pods.waitOut(500);
    await until(() => pods.run.state === 'synced');
    expect(pods.run.names).toEqual(['a']);
    expect(pods.server.seen('list')).toHaveLength(1);
  });

  it('is listed time and again while its watches are mute', async () => {
    await pods.watching();
    pods.server.delivering = false;
    pods.server.replaying = false;
    pods.pod('a');
    await lie();
    await pods.waitOut(500);
    await pods.waitOut(1000);
    await until(() => pods.run.state === 'synced');
    expect(await lie()).toBeLessThanOrEqual(LONGEST_LIE);
    await pods.waitOut(500);
    await until(() => pods.run.state === 'synced');
    expect(pods.run.names).toEqual(['a']);
    expect(pods.server.seen('list').at(-1)?.query.has('resourceVersion')).toBe(false);
  });

  it('a quiet watch that the server ends in time is read throughout', async () => {
    await pods.watching();
    for (let round = 2; round < 5; round++) {
      pods.clock.advance(30_000);
      pods.server.endWatches();
      await pods.waitOut(10);
      await until(() => pods.server.seen('watch').length === round && pods.server.watchCount === 1);
    }
    expect(new Set(pods.run.states.map(({ state }) => state))).toEqual(
      new Set(['listing', 'synced']),
    );
  });

  it('is stale when its watches end at once', async () => {
    await pods.watching();
    const close = (response: import('node:http').ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end();
    };
    pods.server.next('watch', ...Array.from({ length: 5 }, () => close));
    pods.server.endWatches();
    expect(await lie()).toBeLessThanOrEqual(LONGEST_LIE);
    await pass(pods.clock, isRead);
    expect(pods.server.seen('watch')).toHaveLength(7);
  });

  it('is stale when the token died under its open watch', async () => {
    await pods.watching();
    pods.server.answering = (response) => {
      status(401, 'Unauthorized', 'the token has expired')(response);
      return true;
    };
    pods.server.delivering = false;
    pods.pod('a');
    expect(await lie()).toBeLessThanOrEqual(LONGEST_LIE);
    expect(pods.run.states.at(-1)?.state).toBe('stale');
    pods.server.answering = undefined;
    await pods.waitOut(500);
    await until(() => pods.run.state === 'synced' && pods.run.names.length === 1);
  });
});

describe('after a suspend', () => {
  it('every kind is stale until its watch is open anew, on a connection of its own', async () => {
    const server = await FakeApiServer.start([PODS, { ...PODS, resource: 'jobs', kind: 'Job' }]);
    const clock = new ManualClock();
    const seen = new ObservedMonitors(server, clock);
    try {
      await seen.monitors.start();
      await until(() => server.watchCount === 2 && seen.state('/pods') === 'synced');
      server.delivering = false;
      server.put(PODS, { namespace: 'shop', name: 'a', uid: 'u-a' });
      clock.jump(240_000);
      clock.advance(LONGEST_LIE_AFTER_SUSPEND / 2);
      expect([seen.state('/pods'), seen.state('/jobs')]).toEqual(['stale', 'stale']);
      await until(() => clock.delays.filter((delay) => delay === 500).length === 2);
      clock.advance(500);
      await until(() => seen.state('/pods') === 'synced' && seen.replay.objects.has('u-a'));
      expect(server.seen('list')).toHaveLength(2);
    } finally {
      await seen.stop();
      await server.stop();
    }
  });
});
