import { describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { pass } from '../support/manual-clock.ts';
import { PODS, PodReflector, until } from '../support/reflector-run.ts';

/** So long a kind may be shown as read although its changes do not arrive. */
const LONGEST_LIE = 45_000;

describe('a kind whose changes do not arrive', () => {
  const pods = new PodReflector();

  const isRead = (): boolean => pods.run.state === 'synced';
  /** The states that the kind ever had. */
  const states = (): readonly string[] => [...new Set(pods.run.states.map(({ state }) => state))];
  /** How long the kind is still shown as read. */
  const lie = (): Promise<number> => pass(pods.clock, () => !isRead());

  it('is stale, since its last event, when its mute watch cannot be opened again soon', async () => {
    await pods.watching();
    pods.clock.advance(10_000);
    pods.server.bookmark('100');
    await until(() => pods.run.states.length === 4);
    const observed = pods.clock.now();
    pods.server.delivering = false;
    pods.server.answering = () => true;
    pods.pod('a');
    expect(await lie()).toBeLessThanOrEqual(LONGEST_LIE);
    expect(pods.run.states.at(-1)).toEqual({
      state: 'stale',
      since: observed,
      message:
        'The watch fell silent, and opening it again takes longer than 10 s, so changes may be missing.',
    });
    pods.server.answering = undefined;
    await pass(pods.clock, () => pods.run.state === 'synced' && pods.run.names.length === 1);
  });

  it('is stale when the list after mute watches takes long', async () => {
    await pods.watching();
    pods.server.delivering = false;
    pods.server.answering = (_, { query }) => !query.has('watch');
    await lie();
    expect(pods.run.states.at(-1)).toMatchObject({
      state: 'stale',
      message:
        'The watch fell silent, and listing the kind takes longer than 10 s, so changes may be missing.',
    });
  });

  it('is listed time and again while its watches are mute, and counts as read throughout', async () => {
    await pods.watching();
    pods.server.delivering = false;
    pods.server.replaying = false;
    const appears = (name: string): Promise<number> =>
      pass(pods.clock, () => pods.run.names.includes(name));
    pods.pod('a');
    // One mute watch may be an accident; after the second, only lists are trusted.
    expect(await appears('a')).toBeLessThanOrEqual(2 * LONGEST_LIE);
    pods.pod('b');
    expect(await appears('b')).toBeLessThanOrEqual(LONGEST_LIE);
    pods.server.remove(PODS, 'u-a');
    expect(await pass(pods.clock, () => pods.run.names.join() === 'b')).toBeLessThanOrEqual(
      LONGEST_LIE,
    );
    expect(states()).toEqual(['listing', 'synced']);
    expect(pods.server.seen('list').at(-1)?.query.has('resourceVersion')).toBe(false);
  });

  it('counts as read throughout when the history is gone and the kind is listed again at once', async () => {
    pods.pod('a');
    await pods.watching();
    pods.server.delivering = false;
    pods.server.remove(PODS, 'u-a');
    pods.server.compact();
    expect(await pass(pods.clock, () => pods.run.names.length === 0)).toBeLessThanOrEqual(
      LONGEST_LIE,
    );
    expect(states()).toEqual(['listing', 'synced']);
  });

  it('says why it is listed again if it was stale already', async () => {
    await pods.watching();
    pods.server.delivering = false;
    pods.server.answering = (response) => {
      status(503, 'ServiceUnavailable', 'restarting')(response);
      return true;
    };
    pods.pod('a');
    await lie();
    pods.server.compact();
    pods.server.answering = undefined;
    await pass(pods.clock, isRead);
    const said = pods.run.states.map(({ message = '' }) => message).join();
    expect(said).toContain('no longer has the changes that gcscope missed');
  });

  it('reports nothing after its end, also while it has patience with a mute watch', async () => {
    await pods.watching();
    pods.server.delivering = false;
    pods.server.answering = () => true;
    await pass(pods.clock, () => pods.server.seen('watch').length === 2);
    await pods.run.stop();
    expect(pods.clock.delays).toEqual([]);
  });

  it('a quiet watch that the server ends in time is read throughout', async () => {
    await pods.watching();
    for (let round = 2; round < 5; round++) {
      pods.clock.advance(30_000);
      pods.server.endWatches();
      await pods.waitOut(10);
      await until(() => pods.server.seen('watch').length === round && pods.server.watchCount === 1);
    }
    expect(states()).toEqual(['listing', 'synced']);
  });
});
