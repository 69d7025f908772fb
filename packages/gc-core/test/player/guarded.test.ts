import { describe, expect, it } from 'vitest';
import { forkObjects } from '../../src/insight/fork/fork-objects.ts';
import type { ApiObject, ObjectMeta } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { plainText } from '../../src/meta/sentence.ts';
import { play } from '../../src/player/play.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import type { Playback } from '../../src/wire/playback.ts';
import { blocking, forecastUnder } from '../support/forecasts.ts';
import { objectOf } from '../support/simulate.ts';
import { watched } from '../support/watched.ts';

const POD = { kind: 'Pod' };
const CLAIM = { kind: 'PersistentVolumeClaim' };
const claim = (name: string, more: Partial<ObjectMeta> = {}): ApiObject =>
  objectOf(name, { finalizers: ['kubernetes.io/pvc-protection'], ...more }, CLAIM);

/** The Background deletion of one of the objects, played in a fork of a cluster that has them all. */
function played(objects: readonly ApiObject[], name: string): Playback {
  const simulation = watched(objects, ResourceTable.builtIn());
  const target = simulation.process.collector.graph.get(`${name}-uid`);
  const { now } = simulation;
  const facts = { now, resources: simulation.apiServer.table.resources };
  const view = { ...simulationView(simulation), isQueued: () => false, deletionFacts: () => facts };
  const forked = forkObjects(target ? [target] : [], view);
  const fork = { id: 'f', uid: `${name}-uid`, now, atWork: [], ...forked };
  return play({ type: 'fork', fork }, { propagationPolicy: 'Background', actions: [] });
}

/** What is stored after the last step, and in deletion. */
function stuck({ objects, steps }: Playback): string[] {
  const stored = new Map(objects.map((object) => [object.metadata.uid, object]));
  for (const { before, after } of steps.flatMap((step) => step.objects)) {
    if (after) stored.set(after.metadata.uid, after);
    else if (before) stored.delete(before.metadata.uid);
  }
  return [...stored.values()]
    .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
    .map(({ metadata }) => metadata.name)
    .toSorted();
}

const namespace = objectOf('shop', { namespace: '' }, { kind: 'Namespace' });
const set = objectOf('db', {}, { apiVersion: 'apps/v1', kind: 'StatefulSet' });
const pod = objectOf(
  'db-0',
  { ownerReferences: [blocking('db', { apiVersion: 'apps/v1', kind: 'StatefulSet' })] },
  POD,
);
const held = objectOf('held', { finalizers: ['example.com/hold'] });

describe('what kube-controller-manager guards', () => {
  it.each([
    ['[FN-05] a claim', [claim('data')], 'data', []],
    [
      '[FN-05] a claim of a Pod that lives on',
      [set, pod, claim('data-db-0')],
      'data-db-0',
      ['data-db-0'],
    ],
    [
      '[FN-05] [NS-07] the claims of a Namespace',
      [namespace, set, pod, claim('data-db-0'), claim('data-db-1'), held],
      'shop',
      ['held', 'shop'],
    ],
    [
      '[FN-06] a volume whose claim lives on',
      [
        claim('data'),
        objectOf(
          'pvc-data-uid',
          { namespace: '', finalizers: ['kubernetes.io/pv-protection'] },
          { kind: 'PersistentVolume' },
        ),
      ],
      'pvc-data-uid',
      ['pvc-data-uid'],
    ],
    [
      '[FN-07] a Pod of a Job',
      [objectOf('p', { finalizers: ['batch.kubernetes.io/job-tracking'] }, POD)],
      'p',
      [],
    ],
  ])('%s: is stuck in the player as in the forecast', (_, objects, name, expected) => {
    const { blocked } = forecastUnder('Background', objects, [name]);
    expect(blocked.map(({ object }) => object.name).toSorted()).toEqual(expected);
    expect(stuck(played(objects, name))).toEqual(expected);
  });

  it('[FN-05] is let go of in a step that says why', () => {
    const { steps } = played([claim('data')], 'data');
    const [step] = steps.filter(({ actor }) => actor === 'controller');
    expect(step?.rule).toBe('FN-05');
    expect(plainText(step?.sentence ?? [])).toBe(
      'kube-controller-manager removes the finalizer `kubernetes.io/pvc-protection` from PersistentVolumeClaim `shop/data`: no Pod uses the claim.',
    );
  });
});
