import { describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { pass } from '../support/manual-clock.ts';
import { PodReflector, until } from '../support/reflector-run.ts';

/** So long a kind may be shown as read although its changes do not arrive. */
const LONGEST_LIE = 45_000;

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
    const observed = pods.clock.now();
    pods.server.delivering = false;
    pods.pod('a');
    expect(await lie()).toBeLessThanOrEqual(LONGEST_LIE);
    expect(pods.run.states.at(-1)).toMatchObject({ state: 'stale', since: observed });
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
