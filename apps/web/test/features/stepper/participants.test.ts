import type { ApiObject, GraphDelta, ObjectChange, Playback } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import type { Selection } from '../../../src/data/selection.ts';
import { lastKnown, participants } from '../../../src/features/stepper/participants.ts';
import { SimulationSession } from '../../../src/features/stepper/simulation-session.ts';
import { ownedBy, record } from '../../support/record.ts';
import { foregroundOfWeb } from '../../support/simulate.ts';

const owner = record({ uid: 'owner', kind: 'ReplicaSet' });
const pod = record({ uid: 'pod', owners: [ownedBy(owner)] });

function stored(uid: string, more: Partial<ApiObject['metadata']> = {}): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { uid, name: uid, namespace: 'shop', ...more },
  };
}

/** Changes of a step: to the graph, to objects of the API server. */
type Change = Partial<GraphDelta> & { readonly objects?: readonly ObjectChange[] };

/** A playback of these steps, as the map shows it after so many of them. */
function shownAfter(
  cursor: number,
  start: Partial<Pick<Playback, 'nodes' | 'objects'>>,
  ...changes: readonly Change[]
): Selection {
  const [step] = foregroundOfWeb().steps;
  if (!step) throw new Error('There is no step.');
  const steps = changes.map(({ upserts = [], removes = [], objects = [] }, index) => ({
    ...step,
    index,
    delta: { upserts, removes },
    objects,
  }));
  const view = { ...foregroundOfWeb(), nodes: [], objects: [], ...start, steps };
  const session = new SimulationSession(view, cursor);
  return participants(session)(session.store);
}

const absentIn = ({ absent = new Map() }: Selection): unknown => [...absent];
const uidsOf = (selection: Selection): string[] => selection.records.map(({ uid }) => uid);

describe('the objects on the map of a playback', () => {
  it('what is gone keeps its place, and what comes is added', () => {
    const newcomer = record({ uid: 'new' });
    const orphan = { ...pod, owners: [] };
    const nodes = [owner, pod];
    const change = { upserts: [newcomer, orphan], removes: ['owner'] };
    expect(shownAfter(0, { nodes }, change).records).toEqual([owner, pod]);
    const selection = shownAfter(1, { nodes }, change);
    expect(selection.records).toEqual([owner, orphan, newcomer]);
    expect(selection.places).toEqual([owner, pod, newcomer]);
    expect(absentIn(selection)).toEqual([['owner', 'gone']]);
  });

  it('before the collector has seen an object, it is as the API server has it', () => {
    const ownerReferences = [ownedBy(owner)];
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const objects = [stored('owner'), stored('pod', { ownerReferences, deletionTimestamp })];
    const selection = shownAfter(0, { objects }, { upserts: [owner] }, { upserts: [pod] });
    expect(uidsOf(selection)).toEqual(['owner', 'pod']);
    expect(selection.records[1]).toMatchObject({ owners: ownerReferences, beingDeleted: true });
    expect(absentIn(selection)).toEqual([]);
  });

  it('what the collector forgot is not gone: the API server has it', () => {
    const start = { nodes: [owner, pod], objects: [stored('owner'), stored('pod')] };
    const restart = { removes: ['owner', 'pod'] };
    const selection = shownAfter(1, start, restart);
    expect(absentIn(selection)).toEqual([
      ['owner', 'forgotten'],
      ['pod', 'forgotten'],
    ]);
    const deletion: ObjectChange = { type: 'DELETED', before: stored('pod') };
    const later = shownAfter(2, start, restart, { objects: [deletion], upserts: [owner] });
    expect(absentIn(later)).toEqual([['pod', 'gone']]);
  });

  it('what the API server has removed is marked until the collector sees it', () => {
    const start = { nodes: [owner, pod], objects: [stored('owner'), stored('pod')] };
    const deletion: ObjectChange = { type: 'DELETED', before: stored('pod') };
    const steps = [{ objects: [deletion] }, { removes: ['pod'] }];
    expect(absentIn(shownAfter(0, start, ...steps))).toEqual([]);
    expect(absentIn(shownAfter(1, start, ...steps))).toEqual([['pod', 'removed']]);
    expect(absentIn(shownAfter(2, start, ...steps))).toEqual([['pod', 'gone']]);
    // The Pod's dependents still name it.
    const owned = [{ objects: [deletion] }, { upserts: [{ ...pod, virtual: true }] }];
    expect(absentIn(shownAfter(2, start, ...owned))).toEqual([]);
  });

  it('what the API server is deleting is shown so before the collector sees it', () => {
    const start = { nodes: [owner, pod], objects: [stored('owner'), stored('pod')] };
    const after = stored('pod', { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b'] });
    const change: ObjectChange = { type: 'MODIFIED', before: stored('pod'), after };
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const seen = { ...pod, finalizers: ['a/b'], beingDeleted: true, deletionTimestamp };
    const steps = [{ objects: [change] }, { upserts: [seen] }];
    expect(shownAfter(0, start, ...steps).ahead?.size).toBe(0);
    const unseen = shownAfter(1, start, ...steps);
    expect(unseen.records).toEqual([owner, seen]);
    expect(unseen.ahead?.get('pod')).toEqual(seen);
    expect(absentIn(unseen)).toEqual([]);
    const later = shownAfter(2, start, ...steps);
    expect([later.records, later.ahead?.size]).toEqual([[owner, seen], 0]);
  });

  it('what does not exist yet is not shown', () => {
    const creation: ObjectChange = { type: 'ADDED', after: stored('pod') };
    const steps = [{ objects: [creation] }, { upserts: [pod] }];
    expect(uidsOf(shownAfter(0, { nodes: [owner] }, ...steps))).toEqual(['owner']);
    expect(uidsOf(shownAfter(1, { nodes: [owner] }, ...steps))).toEqual(['owner', 'pod']);
  });

  it('an object that has left the graph is named as it was last known', () => {
    const [step] = foregroundOfWeb().steps;
    if (!step) throw new Error('There is no step.');
    const renamed = { ...pod, name: 'late' };
    const deltas = [
      { upserts: [renamed], removes: [] },
      { upserts: [], removes: ['pod'] },
    ];
    const steps = deltas.map((delta, index) => ({ ...step, index, delta }));
    const view = { ...foregroundOfWeb(), nodes: [owner, pod], steps };
    expect(lastKnown(view, 'pod')).toBe(renamed);
    expect(lastKnown(view, 'owner')).toBe(owner);
    expect(lastKnown(view, 'lost')).toBeUndefined();
  });
});
