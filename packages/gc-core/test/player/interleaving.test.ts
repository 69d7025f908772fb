import { describe, expect, it } from 'vitest';
import { offersAt } from '../../src/player/offers-at.ts';
import { play } from '../../src/player/play.ts';
import type { PlaybackOptions } from '../../src/wire/playback.ts';
import { forkSource } from '../support/fork-source.ts';
import { ownedBy } from '../support/nodes.ts';
import { scenarioOf } from '../support/scenario-files.ts';
import { objectOf } from '../support/simulate.ts';

const POD = { kind: 'Pod', spec: { nodeName: 'node-1' } };

describe('who goes next', () => {
  it('[QU-03] a retry that is due can be taken right after the step that brought its time', () => {
    // The API server refuses any change of both finalizers at once, so the orphan worker tries again.
    const finalizers = ['orphan', 'foregroundDeletion'];
    const ownerReferences = [ownedBy('pod', { kind: 'Pod' })];
    const child = objectOf('child', { ownerReferences, finalizers });
    const source = forkSource([objectOf('pod', {}, POD), child], 0);
    const act = { type: 'next', queue: 'attemptToOrphan', uid: 'pod-uid' } as const;
    const actions = [{ at: 4, act }];
    const { faults, steps } = play(source, { propagationPolicy: 'Orphan', actions });
    expect(steps.slice(2, 5).map(({ actor }) => actor)).toEqual([
      'orphan-worker',
      'kubelet',
      'orphan-worker',
    ]);
    expect(faults).toEqual([]);
  });

  it('[QU-03] a retry that is due waits in front of what a chosen event adds', () => {
    // The API server refuses any change of two controllers, so the delete worker tries again.
    const controller = ownedBy('lost', { controller: true });
    const ownerReferences = [controller, { ...controller, blockOwnerDeletion: true }];
    const source = forkSource([objectOf('pod', { ownerReferences }, POD)], 0);
    const act = { type: 'next', queue: 'graphChanges', uid: 'pod-uid' } as const;
    const queuesWith = (actions: PlaybackOptions['actions']) =>
      play(source, {
        release: 'v1.13',
        propagationPolicy: 'Foreground',
        actions,
      }).steps.map(({ actor, queues }) => [actor, queues.attemptToDelete]);
    const steps = queuesWith([]);
    expect(steps[5]?.[0]).toBe('kubelet');
    // Only one event waits after that: to choose it changes nothing.
    expect(queuesWith([{ at: 6, act }])).toEqual(steps);
  });

  it('[QU-05] an observation is enqueued behind the absence that a worker found before it', () => {
    const type = { kind: 'Secret' };
    const child = objectOf('child', { ownerReferences: [ownedBy('lost')] }, type);
    const objects = [child, objectOf('alone', {}, type)];
    const scenario = scenarioOf({ objects, steps: [{ settle: {} }] });
    const source = { type: 'scene', scenario } as const;
    const { queues } =
      play(source, { actions: [] }).steps[2] ?? expect.fail('There is no third step.');
    expect(queues.graphChanges).toEqual(['DELETED v1/ConfigMap shop/lost lost-uid (virtual)']);
    const act = { type: 'delete', uid: 'alone-uid', propagationPolicy: 'Background' } as const;
    const actions = [{ at: 3, act }];
    expect(play(source, { actions }).steps[3]?.queues.graphChanges).toHaveLength(2);
    expect(offersAt(source, { actions }, 4, []).choices).toEqual([]);
  });
});
