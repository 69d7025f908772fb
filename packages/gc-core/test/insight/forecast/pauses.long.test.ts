import { expect, it } from 'vitest';
import {
  type ForkedObject,
  forkWorldStepwise,
} from '../../../src/insight/forecast/forked-world.ts';
import { PlayedFork } from '../../../src/insight/forecast/played-fork.ts';
import { answerOf } from '../../../src/meta/answer-of.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { blocking } from '../../support/forecasts.ts';
import { objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

const PODS = 5000;
/** Changes of the simulated cluster between two pauses: the end of a Pod is two. */
const MOST_CHANGES = 5000;

/** A cluster with a ReplicaSet and very many Pods, as a view of it, and its deletion. */
function manyPods() {
  const owner = blocking('rs', { apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true });
  const pods = Array.from({ length: PODS }, (_, index) =>
    objectOf(`pod-${index}`, { ownerReferences: [owner] }, { kind: 'Pod' }),
  );
  const set = objectOf('rs', {}, { apiVersion: 'apps/v1', kind: 'ReplicaSet' });
  const simulation = watched([set, ...pods], ResourceTable.builtIn());
  const { graph } = simulation.process.collector;
  const facts = { resources: simulation.apiServer.table.resources, now: simulation.now };
  const view = {
    ...simulationView(simulation),
    isQueued: () => false,
    deletionFacts: () => facts,
  };
  const target = graph.get('rs-uid');
  if (!target) throw new Error('The ReplicaSet is not in the graph.');
  return { view, target, graph };
}

it('pauses while kubelets end thousands of Pods, and while its collector begins', () => {
  const { view, target } = manyPods();
  const world = answerOf(forkWorldStepwise([target], view));
  const begun = PlayedFork.begun(world);
  expect([...begun].length).toBeGreaterThan(2);
  const fork = PlayedFork.of(world);
  const { apiServer } = fork.simulation;
  fork.delete('Background');
  let before = apiServer.changes;
  const changes: number[] = [];
  const count = (): void => {
    changes.push(apiServer.changes - before);
    before = apiServer.changes;
  };
  for (const _ of fork.settleWithKubernetes()) count();
  count();
  expect(fork.objects().size).toBe(0);
  expect(Math.max(...changes)).toBeLessThanOrEqual(MOST_CHANGES);
});

it('copies the objects before it pauses: what changes in the cluster meanwhile does not matter', () => {
  const { view, target, graph } = manyPods();
  const whole = answerOf(forkWorldStepwise([target], view));
  const steps = forkWorldStepwise([target], view);
  steps.next();
  for (const node of [...graph.nodes()]) {
    node.deletingDependents = true;
    if (node !== target) graph.delete(node);
  }
  const { objects, byUid } = answerOf(steps);
  expect(objects).toEqual(whole.objects);
  const shown = ({ object, identity, deletingDependents, isQueued }: ForkedObject) => ({
    object,
    identity,
    deletingDependents,
    isQueued,
  });
  expect([...byUid.values()].map(shown)).toEqual([...whole.byUid.values()].map(shown));
});
