import { describe, expect, it } from 'vitest';
import { offersAt } from '../../src/player/offers-at.ts';
import { play } from '../../src/player/play.ts';
import type { TimedAction } from '../../src/wire/playback.ts';
import { plain } from '../support/plain.ts';
import { readScenario } from '../support/scenario-files.ts';
import {
  APPS,
  directed,
  forkOf,
  object,
  owned,
  release,
  uidOf,
  WEB,
} from '../support/shop-fork.ts';

describe('what could happen', () => {
  it('offers what frees something, and the object that was picked', () => {
    const at = play(WEB, directed([])).steps.length;
    const { actions } = offersAt(WEB, directed([]), at, ['alone']);
    expect(actions[0]).toEqual(release);
    expect(actions).toContainEqual({ type: 'delete', uid: 'alone', propagationPolicy: 'Orphan' });
  });

  it('lets one choose who goes next, and only then', () => {
    expect(offersAt(WEB, directed([]), 0, []).choices).toEqual([]);
    const { choices } = offersAt(WEB, directed([]), 2, []);
    expect(choices.filter(({ byDefault }) => byDefault)).toHaveLength(1);
    const other = choices.find(({ byDefault }) => !byDefault);
    if (!other) throw new Error('There is no other choice.');
    const chosen = play(WEB, directed([{ at: 2, act: other.act }]));
    expect(chosen.steps[2]?.subject?.uid).toBe(other.act.uid);
    expect(chosen.faults).toEqual([]);
  });

  it('[AD-19] lets another worker of the queue act between the requests of a pass', () => {
    const at = play(WEB, directed([])).steps.findIndex(({ actor }) => actor === 'delete-worker');
    const { choices } = offersAt(WEB, directed([]), at, []);
    const [usual, pauses] = choices;
    expect(usual).toMatchObject({ byDefault: true, act: { uid: 'rs' } });
    expect(pauses).toEqual({
      act: { type: 'next', queue: 'attemptToDelete', uid: 'rs', pauses: true },
      byDefault: false,
      between: ['GET', 'GET'],
    });
    if (!pauses) return;
    const actions = [{ at, act: pauses.act }];
    const [before, first, second] = play(WEB, directed(actions)).steps.slice(at - 1);
    expect(before?.queues.attemptToDelete.map(uidOf)).toEqual(['rs', 'web']);
    expect(plain(first)).toMatchObject({
      sentence:
        'The worker sends GET ReplicaSet `shop/rs` and pauses before GET Deployment `shop/web`. Other actors may act in between.',
      requests: [{ method: 'GET' }],
      paused: [
        { queue: 'attemptToDelete', next: { method: 'GET', path: expect.stringMatching(/web$/) } },
      ],
    });
    // The second worker finds that the owner waits for the dependent, which so waits again.
    expect(second).toMatchObject({ subject: { uid: 'web' }, rule: 'FG-02' });
    const after = offersAt(WEB, directed(actions), at + 2, []);
    expect(after.choices[0]).toMatchObject({ byDefault: true, act: { uid: 'rs', goesOn: true } });
    const { steps } = play(WEB, directed(actions));
    const [on] = steps.slice(at + 2);
    expect(plain(on)?.sentence).toMatch(
      /^The paused worker continues. ReplicaSet `shop\/rs` has .*, so the collector deletes it/,
    );
    expect(on?.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
    expect(on).not.toHaveProperty('paused');
    // Each line of the log is written once, when its request is made.
    const logged = steps.slice(at, at + 3).flatMap(({ log = [] }) => log.map(({ text }) => text));
    expect(logged.filter((text) => text.startsWith('"Processing item"'))).toHaveLength(2);
    expect(logged.filter((text) => text.startsWith('"classify item'))).toHaveLength(1);
  });

  it('both workers of a queue can be paused, and then the queue stands still', () => {
    const children = ['a', 'b', 'c'].map((name) =>
      object('v1', 'Secret', name, owned('Deployment', 'web')),
    );
    const source = forkOf([object(APPS, 'Deployment', 'web'), ...children], 'web');
    const stand = (uid: string): TimedAction['act'] => ({
      type: 'next',
      queue: 'attemptToDelete',
      uid,
      pauses: true,
    });
    const background = { propagationPolicy: 'Background' } as const;
    // After the DELETE, and after the graph builder has seen it.
    const actions = ['a', 'b'].map((uid, index) => ({ at: 2 + index, act: stand(uid) }));
    const last = play(source, directed(actions, background)).steps[3];
    expect(last?.paused).toHaveLength(2);
    expect(last?.queues.attemptToDelete.map(uidOf)).toEqual(['c']);
    const { choices } = offersAt(source, directed(actions, background), 4, []);
    expect(choices.map(({ act, byDefault }) => [act.uid, act.goesOn, byDefault])).toEqual([
      ['a', true, true],
      ['b', true, false],
    ]);
    const third = [...actions, { at: 4, act: stand('c') }];
    const { steps, faults } = play(source, directed(third, background));
    expect(faults).toHaveLength(1);
    expect(steps[4]).toMatchObject({ subject: { uid: 'a' }, rule: 'AD-17' });
  });

  it('[AC-02] says where the order decides what is left', () => {
    const scenario = readScenario('incidents/redis-cross-namespace-v1.13-exporter-first.yaml');
    const redis = { type: 'scene', scenario } as const;
    const { choices } = offersAt(redis, { actions: [] }, 0, []);
    expect(plain(choices).map(({ act, difference }) => [act.uid, difference])).toEqual([
      ['redis-exporter-uid', undefined],
      [
        'redis-cluster-uid',
        'In the end StatefulSet `monitoring/redis-exporter` stays, StatefulSet `kube-system/redis` stays.',
      ],
    ]);
  });
});
