import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import { terminating } from '../../../src/insight/terminating/terminating.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { ASKED } from '../../support/evidence.ts';
import { blocking } from '../../support/forecasts.ts';
import { plain } from '../../support/plain.ts';
import { objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

const going = { deletionTimestamp: ASKED };
const namespace = objectOf('shop', { namespace: '', ...going }, { kind: 'Namespace' });

/** What is said to be left in it, ten minutes after its deletion. */
function leftIn(...objects: readonly ApiObject[]): string[] {
  return leftWith({}, ...objects);
}

/** The same, where something else is known of the cluster. */
function leftWith(changed: Partial<ClusterView>, ...objects: readonly ApiObject[]): string[] {
  const simulation = watched([namespace, ...objects]);
  const { graph } = simulation.process.collector;
  const node = graph.get(namespace.metadata.uid);
  const now = Date.parse(ASKED) + 600_000;
  const asked = node ? [node] : [];
  const view = { ...simulationView(simulation), ...changed, deletionFacts: () => ({ now }) };
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

  it('[FG-02] [API-35] waits for another object, which has a finalizer', () => {
    const waiting = objectOf('owner', { ...going, finalizers: ['foregroundDeletion'] });
    const held = objectOf('owned', {
      ...{ ...going, finalizers: ['example.com/hold'] },
      ownerReferences: [blocking('owner')],
    });
    expect(leftIn(waiting, held)).toContain(
      'ConfigMap owner blocked: Waits for ConfigMap `shop/owned`, which has the finalizer `example.com/hold`.',
    );
  });

  it('[NS-07] is deleted only after the Pods', () => {
    const pod = objectOf('pod', { ...going, finalizers: ['example.com/hold'] }, { kind: 'Pod' });
    expect(leftIn(objectOf('plain'), pod)).toEqual([
      '2',
      'Pod pod blocked: Waits for finalizer example.com/hold.',
      'ConfigMap plain slow: The namespace controller deletes it once no Pod is left.',
    ]);
  });

  it('[FG-01] [CL-06] may be blocked by dependents that gcscope cannot read', () => {
    const waiting = { ...going, finalizers: ['foregroundDeletion'] };
    const owned = objectOf('owned', { ...waiting, ownerReferences: [blocking('owner')] });
    const unreadKinds = (): string[] => ['Secret'];
    const lines = leftWith({ unreadKinds }, objectOf('owner', waiting), owned);
    expect(lines.toSorted()).toEqual([
      '2',
      'ConfigMap owned unknown: Not verified: dependents of kind Secret may block its deletion, and gcscope has no current data on them.',
      'ConfigMap owner unknown: Waits for ConfigMap `shop/owned`, perhaps because of unread dependents.',
    ]);
  });
});
