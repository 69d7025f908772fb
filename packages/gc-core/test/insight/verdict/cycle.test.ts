import { describe, expect, it } from 'vitest';
import { explain, summaryOf } from '../../../src/insight/verdict/explain.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { RELEASES, type Release } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import type { VerdictSummary } from '../../../src/wire/node-record.ts';
import { linesOf } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { plain } from '../../support/plain.ts';
import { objectOf, settled, targetOf } from '../../support/simulate.ts';
import { watchAnew } from '../../support/watched.ts';
import { WIDGET, WIDGETS } from '../../support/widgets.ts';

const table = ResourceTable.builtIn([WIDGETS]);
/** In foreground deletion and in its grace period. */
const inGrace = {
  deletionTimestamp: '2026-01-01T00:00:30Z',
  deletionGracePeriodSeconds: 30,
  finalizers: ['foregroundDeletion'],
};

/** A Pod that owns a Widget that owns the Pod; the collector has seen all and done nothing. */
function cycleOf(
  pod: Partial<ObjectMeta>,
  release: Release = 'v1.36',
  ...others: readonly ApiObject[]
): Simulation {
  const simulation = settled([], { table, release: RELEASES[release] });
  const ownerReferences = [ownedBy('widget', WIDGET)];
  simulation.apiServer.put([
    objectOf('pod', { ownerReferences, ...pod }, { kind: 'Pod', spec: { nodeName: 'n' } }),
    objectOf('widget', { ownerReferences: [ownedBy('pod', { kind: 'Pod' })] }, WIDGET),
    ...others,
  ]);
  watchAnew(simulation);
  return simulation;
}

function summaryIn(simulation: Simulation, name = 'widget'): VerdictSummary {
  const node = simulation.process.collector.graph.get(`${name}-uid`);
  if (!node) throw new Error(`There is no ${name}.`);
  return summaryOf(node, simulationView(simulation));
}

describe('an owner that waits, in a cycle with what it owns', () => {
  it('[AD-16] [CL-09] keeps it: by the second look nothing blocks the owner, which counts as living while it ends', () => {
    const simulation = cycleOf(inGrace);
    const widget = simulation.process.collector.graph.get('widget-uid');
    expect(summaryIn(simulation)).toMatchObject({ verdict: 'stays', rule: 'AD-16' });
    expect(widget && plain(explain(widget, simulationView(simulation))).sentence).toBe(
      'Stays: the collector first sets `blockOwnerDeletion` to false in the owner references of this object. Then no dependent blocks Pod `shop/pod`, and the collector treats it as an existing owner while its grace period lasts.',
    );
    simulation.settle();
    expect(simulation.apiServer.get(targetOf(simulation, 'widget', 'Widget'))).toMatchObject({
      ok: true,
      object: { metadata: { ownerReferences: [{ blockOwnerDeletion: false }] } },
    });
  });

  it('[AD-16] [CL-09] keeps it also while the finalizer of another controller blocks the owner', () => {
    const finalizers = ['foregroundDeletion', 'example.com/hold'];
    const held = { ...inGrace, finalizers, deletionGracePeriodSeconds: 0 };
    const references = [ownedBy('gone'), ownedBy('pod', { kind: 'Pod' })];
    const simulation = cycleOf(
      held,
      'v1.36',
      objectOf('widget', { ownerReferences: references }, WIDGET),
    );
    expect(summaryIn(simulation)).toMatchObject({ verdict: 'stays', rule: 'AD-16' });
    const widget = simulation.process.collector.graph.get('widget-uid');
    expect(widget && linesOf(plain(explain(widget, simulationView(simulation))))).toEqual([
      'Stays: the collector first sets `blockOwnerDeletion` to false in the owner references of this object. Then no dependent blocks Pod `shop/pod`, and the collector treats it as an existing owner while a finalizer keeps it.',
      'AD-16 It and Pod `shop/pod` wait for each other. The collector first sets `blockOwnerDeletion` to false in the owner references of this object. That changes the object, so the DELETE that follows fails with a conflict, and the collector checks the object again. [widget,pod]',
      'CL-08 Owner Pod `shop/pod` is being deleted in the foreground and waits for its dependents. [pod]',
      'CL-05 ConfigMap `shop/gone` does not exist. [gone]',
    ]);
  });

  it('[AD-15] takes it along if nothing holds the owner, something else blocks it, or no DELETE is refused', () => {
    const goes = { verdict: 'goes', rule: 'AD-15' };
    const unheld = { ...inGrace, deletionGracePeriodSeconds: 0 };
    expect(summaryIn(cycleOf(unheld))).toMatchObject(goes);
    const blocks = ownedBy('pod', { kind: 'Pod', blockOwnerDeletion: true });
    const blocker = objectOf('blocker', { ownerReferences: [blocks] });
    expect(summaryIn(cycleOf(inGrace, 'v1.36', blocker))).toMatchObject(goes);
    const old = cycleOf(inGrace, 'v1.28');
    expect(summaryIn(old)).toMatchObject(goes);
  });

  it('[PA-05] [PA-06] [AD-15] takes it along if un-blocking leaves its references as they are', () => {
    const pod = { kind: 'Pod' };
    const ruleOf = (...ownerReferences: OwnerReference[]): string =>
      summaryIn(cycleOf(inGrace, 'v1.36', objectOf('widget', { ownerReferences }, WIDGET))).rule;
    const unblocked = ownedBy('pod', { ...pod, blockOwnerDeletion: false });
    expect(ruleOf(unblocked)).toBe('AD-15');
    expect(ruleOf(unblocked, ownedBy('gone'))).toBe('AD-16');
    expect(ruleOf(ownedBy('pod', { ...pod, blockOwnerDeletion: true }))).toBe('AD-16');
    // The patch of a built-in kind writes only references that block.
    const ofMap = (reference: OwnerReference): string => {
      const own = { ...inGrace, ownerReferences: [ownedBy('map')] };
      const map = objectOf('map', { ownerReferences: [reference] });
      return summaryIn(cycleOf(own, 'v1.36', map), 'map').rule;
    };
    expect(ofMap(ownedBy('pod', pod))).toBe('AD-15');
    expect(ofMap(ownedBy('pod', { ...pod, blockOwnerDeletion: true }))).toBe('AD-16');
  });

  it.each([
    ['the cycle', inGrace, 'Not verified: dependents of kind Secret'],
    ['no cycle, but hidden dependents', { ...inGrace, ownerReferences: [] }, 'Not verified: dep'],
    ['nothing that holds the owner', { ...inGrace, deletionGracePeriodSeconds: 0 }, 'Goes, bec'],
  ])(
    '[AD-16] [CL-06] while a kind is not read, of %s: hidden dependents may decide',
    (_, pod, says) => {
      const blocks = ownedBy('widget', { ...WIDGET, blockOwnerDeletion: true });
      const leaf = objectOf('leaf', { ownerReferences: [blocks] });
      const simulation = cycleOf(pod, 'v1.36', leaf);
      const widget = simulation.process.collector.graph.get('widget-uid');
      const view = { ...simulationView(simulation), unreadKinds: () => ['Secret'] };
      expect(widget && plain(explain(widget, view)).sentence.slice(0, says.length)).toBe(says);
    },
  );

  it('[AD-15] takes it along if nothing below it waits', () => {
    const leaf = objectOf('leaf', { ownerReferences: [ownedBy('widget', WIDGET)] });
    const simulation = cycleOf({ ...inGrace, ownerReferences: [] }, 'v1.36', leaf);
    expect(summaryIn(simulation).rule).toBe('AD-15');
  });
});
