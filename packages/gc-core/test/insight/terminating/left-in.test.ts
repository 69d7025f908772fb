import { describe, expect, it } from 'vitest';
import { terminating } from '../../../src/insight/terminating/terminating.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { ASKED } from '../../support/evidence.ts';
import { plain } from '../../support/plain.ts';
import { objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

const going = { deletionTimestamp: ASKED };
const namespace = objectOf('shop', { namespace: '', ...going }, { kind: 'Namespace' });

/** What is said to be left in it, ten minutes after its deletion. */
function leftIn(...objects: readonly ApiObject[]): string[] {
  const simulation = watched([namespace, ...objects]);
  const { graph } = simulation.process.collector;
  const node = graph.get(namespace.metadata.uid);
  const now = Date.parse(ASKED) + 600_000;
  const asked = node ? [node] : [];
  const view = { ...simulationView(simulation), deletionFacts: () => ({ now }) };
  const report = terminating(graph.nodes(), view, asked);
  const { left } = plain(report).objects[0] ?? {};
  const lines = left?.objects.map(({ object, state, keptBy }) => {
    return `${object.kind} ${object.name} ${state}: ${keptBy}`;
  });
  return [`${left?.total}`, ...(lines ?? [])];
}

describe('what is left in a Namespace in deletion', () => {
  it('[NS-08] is listed with what keeps it, the worst first', () => {
    const held = objectOf('held', { ...going, finalizers: ['example.com/hold'] });
    expect(leftIn(objectOf('plain'), held)).toEqual([
      '2',
      'ConfigMap held blocked: Waits for finalizer example.com/hold.',
      'ConfigMap plain slow: The namespace controller deletes it in its next pass.',
    ]);
  });

  it('[NS-07] waits for Pods, whatever else there is', () => {
    const pod = objectOf('pod', { ...going, finalizers: ['example.com/hold'] }, { kind: 'Pod' });
    expect(leftIn(objectOf('plain'), pod)).toEqual([
      '2',
      'Pod pod blocked: Waits for finalizer example.com/hold.',
      'ConfigMap plain slow: The namespace controller deletes it once no Pod is left.',
    ]);
  });

  it('is nothing where nothing is', () => {
    expect(leftIn()).toEqual(['0']);
  });
});
