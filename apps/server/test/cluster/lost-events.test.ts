import { describe, expect, it } from 'vitest';
import { pass } from '../support/manual-clock.ts';
import { PODS, PodReflector, until } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';

/** So long an event may stay lost. */
const LONGEST_LOSS = 20 * 60_000;
/** The same for a change that leaves the number of objects alone. */
const LONGEST_LOST_CHANGE = 4 * 3_600_000;

describe('events that never arrive', () => {
  const pods = new PodReflector();

  /** A server that ends watches in time, with a bookmark before, as a real one does. */
  function endInTime(): void {
    if ((pods.clock.now() / 1000) % 30 !== 0) return;
    pods.server.bookmark();
    pods.server.endWatches();
  }
  const agrees = (): boolean => {
    endInTime();
    const stored = pods.server.list(PODS).map(({ uid, resourceVersion }) => uid + resourceVersion);
    const known = [...pods.run.replay.objects.values()].map((m) => `${m.uid}${m.resourceVersion}`);
    return stored.sort().join() === known.sort().join();
  };

  function loseEvents(change: () => void): void {
    pods.server.delivering = false;
    change();
    pods.server.forgetEvents();
    pods.server.delivering = true;
  }

  it.each([
    ['a deletion', () => pods.server.remove(PODS, 'u-a')],
    ['a creation', () => pods.pod('c')],
  ])('finds %s that was lost, heals and counts it', async (_, change) => {
    pods.pod('a');
    pods.pod('b');
    await pods.watching();
    loseEvents(change);
    expect(agrees()).toBe(false);
    expect(await pass(pods.clock, agrees)).toBeLessThanOrEqual(LONGEST_LOSS);
    expect(pods.run.reflector.counts.diverged).toBe(1);
    expect(pods.run.states.some(({ message }) => message?.includes('changes were lost'))).toBe(
      true,
    );
    await pass(pods.clock, () => pods.run.state === 'synced');
  });

  it('finds it as soon after the clock of the machine was set back', async () => {
    pods.pod('a');
    await pods.watching();
    pods.clock.jump(-5 * 3_600_000);
    loseEvents(() => pods.pod('c'));
    expect(await pass(pods.clock, agrees)).toBeLessThanOrEqual(LONGEST_LOSS);
  });

  it('finds a lost change of an object', async () => {
    pods.pod('a');
    await pods.watching();
    loseEvents(() => pods.pod('a'));
    // The event is lost for good: the next one is later.
    pods.pod('b');
    await until(() => pods.run.names.includes('b'));
    expect(await pass(pods.clock, agrees)).toBeLessThanOrEqual(LONGEST_LOST_CHANGE);
    expect(pods.run.reflector.counts.diverged).toBe(1);
  });

  it('finds nothing where nothing was lost, however busy the kind is', async () => {
    await pods.watching();
    const later = pods.clock.now() + LONGEST_LOSS;
    await pass(pods.clock, () => {
      endInTime();
      pods.pod(`p${pods.clock.now() % 7}`);
      pods.server.remove(PODS, `u-p${pods.clock.now() % 5}`);
      return pods.clock.now() > later;
    });
    expect(pods.server.seen('list').some(({ query }) => query.get('limit') === '1')).toBe(true);
    expect(pods.run.reflector.counts).toMatchObject({ lists: 1, diverged: 0 });
  });

  it('an event without a resourceVersion is undecodable', async () => {
    await pods.watching();
    pods.server.write(wire.event('ADDED', { name: 'a', namespace: 'shop', uid: 'u-a' }));
    await until(() => pods.run.reflector.counts.undecodable === 1);
    expect(pods.run.state).toBe('stale');
    expect(pods.run.names).toEqual([]);
  });
});
