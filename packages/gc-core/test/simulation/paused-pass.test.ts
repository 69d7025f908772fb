import { describe, expect, it } from 'vitest';
import type { WorkerQueueName } from '../../src/collector/collector.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { plainText } from '../../src/meta/sentence.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import type { Step } from '../../src/wire/step.ts';
import { ownedBy } from '../support/nodes.ts';
import { observe } from '../support/one-look.ts';
import { objectOf, settled, targetOf } from '../support/simulate.ts';

/** The steps of a worker that pauses after each request for the owner, or the child, of a deletion. */
function pausedSteps(queue: WorkerQueueName, release: Release): readonly Step[] {
  const references = [ownedBy('owner'), ownedBy('other')];
  const objects = [
    objectOf('owner'),
    objectOf('other'),
    objectOf('child', { ownerReferences: references }),
  ];
  const simulation = settled(objects, { release: RELEASES[release] });
  const orphanDependents = queue === 'attemptToOrphan';
  simulation.apiServer.delete(targetOf(simulation, 'owner'), { orphanDependents });
  observe(simulation);
  return stepsToTheEnd(simulation, queue);
}

/** The steps of the workers of a queue until it is empty, one after the other, each paused after each request. */
function stepsToTheEnd(simulation: Simulation, queue: WorkerQueueName): readonly Step[] {
  const recorder = new StepRecorder(simulation);
  while (simulation.sendOne(simulation.process.paused.of(queue)[0] ?? queue));
  return recorder.steps;
}

function linesOf(steps: readonly Step[]): string[] {
  return steps.map(({ actor, rule, sentence }) => `${actor} ${rule} ${plainText(sentence)}`);
}

describe('a paused worker', () => {
  it('[AD-03] [CL-05] [AD-14] says what it asked for and what it is about to send', () => {
    const steps = pausedSteps('attemptToDelete', 'v1.36');
    expect(linesOf(steps)).toEqual([
      'delete-worker AD-03 The worker sends GET ConfigMap `shop/child` and pauses before GET ConfigMap `shop/other`. Other actors may act in between.',
      'delete-worker CL-05 The worker sends GET ConfigMap `shop/other` and pauses before PATCH ConfigMap `shop/child`. Other actors may act in between.',
      'delete-worker AD-14 The paused worker continues. ConfigMap `shop/child` stays, because its owner ConfigMap `shop/other` exists. The collector removes its reference to ConfigMap `shop/owner`.',
    ]);
    expect(steps.map(({ paused }) => paused)).toEqual([
      [
        {
          queue: 'attemptToDelete',
          item: 'v1/ConfigMap shop/child child-uid',
          next: { method: 'GET', path: '/api/v1/namespaces/shop/configmaps/other' },
        },
      ],
      [
        {
          queue: 'attemptToDelete',
          item: 'v1/ConfigMap shop/child child-uid',
          next: { method: 'PATCH', path: '/api/v1/namespaces/shop/configmaps/child' },
        },
      ],
      undefined,
    ]);
    expect(steps.map(({ subject }) => subject?.name)).toEqual(['child', 'child', 'child']);
    expect(steps.map(({ requests }) => requests.map(({ method }) => method))).toEqual([
      ['GET'],
      ['GET'],
      ['PATCH'],
    ]);
  });

  it('[OR-03] [OR-07] so does one that orphans', () => {
    const steps = pausedSteps('attemptToOrphan', 'v1.36');
    expect(linesOf(steps)).toEqual([
      'orphan-worker OR-03 The worker sends PATCH ConfigMap `shop/child` and pauses before GET ConfigMap `shop/owner`. Other actors may act in between.',
      'orphan-worker OR-07 The worker sends GET ConfigMap `shop/owner` and pauses before PATCH ConfigMap `shop/owner`. Other actors may act in between.',
      'orphan-worker OR-07 The paused worker continues. The collector has removed the references to ConfigMap `shop/owner` from its dependents. Now it removes the finalizer `orphan`.',
    ]);
    expect(steps[0]?.paused?.[0]).toMatchObject({ queue: 'attemptToOrphan' });
  });

  it('[PG-20] [PG-25] [PG-28] so did those of 1.4', () => {
    const references = [ownedBy('gone'), ownedBy('other')];
    const objects = [objectOf('other'), objectOf('child', { ownerReferences: references })];
    const simulation = settled([], { release: RELEASES['v1.4'] });
    simulation.apiServer.put(objects);
    simulation.process.restart();
    observe(simulation);
    const { collector } = simulation.process;
    collector.attemptToDelete.add(collector.graph.get('child-uid') ?? expect.fail('no child'));
    // The graph does not know yet that the owner is missing when the child asks for it.
    const steps = stepsToTheEnd(simulation, 'attemptToDelete');
    expect(linesOf(steps).slice(1)).toEqual([
      'delete-worker PG-20 The worker sends GET ConfigMap `shop/child` and pauses before GET ConfigMap `shop/gone`. Other actors may act in between.',
      'delete-worker PG-25 The worker sends GET ConfigMap `shop/gone` and pauses before GET ConfigMap `shop/other`. Other actors may act in between.',
      'delete-worker PG-28 The paused worker continues. ConfigMap `shop/child` stays, because its owner ConfigMap `shop/other` exists.',
    ]);
    const orphaning = pausedSteps('attemptToOrphan', 'v1.4');
    expect(orphaning.map(({ actor, rule }) => `${actor} ${rule}`)).toEqual([
      'orphan-worker PG-35',
      'orphan-worker PG-36',
      'orphan-worker PG-36',
    ]);
  });

  it('keeps what was noted before it paused to itself', () => {
    const references = [ownedBy('gone'), ownedBy('owner')];
    const children = ['a', 'b'].map((name) => objectOf(name, { ownerReferences: references }));
    const simulation = settled([objectOf('gone'), objectOf('owner'), ...children]);
    simulation.apiServer.delete(targetOf(simulation, 'gone'));
    observe(simulation);
    const recorder = new StepRecorder(simulation);
    const queue = 'attemptToDelete';
    simulation.sendOne(queue);
    simulation.sendOne(queue);
    simulation.settle();
    const last = recorder.steps.filter(({ rule }) => rule === 'AD-14');
    expect(last.map(({ sentence }) => plainText(sentence))).toEqual([
      'The paused worker continues. ConfigMap `shop/a` stays, because its owner ConfigMap `shop/owner` exists. The collector removes its reference to ConfigMap `shop/gone`.',
      'The paused worker continues. ConfigMap `shop/b` stays, because its owner ConfigMap `shop/owner` exists. The collector removes its reference to ConfigMap `shop/gone`.',
    ]);
    expect(recorder.steps[1]?.paused).toHaveLength(2);
    expect(recorder.steps.at(-1)?.paused).toBeUndefined();
  });
});
