import { play, type Release } from '@gcscope/gc-core';
import type { Playback, PropagationPolicy } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import {
  differenceInEnd,
  differenceInOrder,
} from '../../../src/features/stepper/difference-in-end.ts';
import { objectAfter } from '../../../src/features/stepper/object-diff.ts';
import { ownedBy, record } from '../../support/record.ts';
import { foregroundOfWeb, forkOf, webOfTheShop } from '../../support/simulate.ts';

const { nodes, uid: WEB } = webOfTheShop();
const [held] = nodes.filter(({ finalizers }) => finalizers.includes('example.com/hold'));

describe('the end of a playback', () => {
  it('differs from another one by what becomes of each object', () => {
    const foreground = foregroundOfWeb();
    expect(differenceInEnd(foreground, foreground)).toEqual([]);
    const act = { type: 'removeFinalizer', uid: held?.uid ?? '', finalizer: 'example.com/hold' };
    const freed = foregroundOfWeb([{ at: 35, act: act as never }]);
    expect(differenceInEnd(foreground, freed)).toContain(
      'Deployment shop/web is deleted instead of staying in Terminating',
    );
    expect(differenceInEnd(freed, foreground)).toContain(
      'Deployment shop/web stays in Terminating instead of being deleted',
    );
    const orphaned = foregroundOfWeb([], { propagationPolicy: 'Orphan' });
    const lines = differenceInEnd(foreground, orphaned);
    // Objects, each once.
    expect(lines.length).toBeGreaterThan(7);
    expect(new Set(lines.map((line) => line.replace(/ (is|stays).*/, ''))).size).toBe(lines.length);
  });

  it('differs where an object keeps other owners', () => {
    const [shared, config] = [record({ uid: 'shared' }), record({ uid: 'config' })];
    const owners = [ownedBy(shared), ownedBy(config, { controller: false })];
    const fork = forkOf('fork-2', [shared, config, record({ uid: 'pod', owners })], 'shared');
    const [before, after] = (['v1.4', 'v1.36'] as const).map((release) =>
      play({ type: 'fork', fork }, { release, actions: [] }),
    );
    if (!before || !after) throw new Error('It was not played.');
    // v1.4 sends no patch for it.
    expect(differenceInEnd(before, after)).toEqual([
      'Pod shop/pod stays, owned by Pod config, instead of staying, owned by Pod shared and Pod config',
    ]);
  });

  it('of one set of ends, the order of removals is told by the object that is deleted', () => {
    const top = record({ uid: 'top', apiVersion: 'apps/v1', kind: 'Deployment', name: 'top' });
    const set = record({
      uid: 'set',
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      owners: [ownedBy(top)],
    });
    const pod = record({ uid: 'pod', owners: [ownedBy(set)] });
    const played = (
      subject: string,
      propagationPolicy: PropagationPolicy,
      release: Release = 'v1.36',
    ): Playback => {
      const fork = forkOf('fork', [top, set, pod], subject);
      return play({ type: 'fork', fork }, { propagationPolicy, release, actions: [] });
    };
    const [foreground, background] = [played('top', 'Foreground'), played('top', 'Background')];
    expect(differenceInEnd(foreground, background)).toEqual([]);
    expect(differenceInOrder(foreground, background)).toBe(
      'Deployment shop/top goes first instead of last',
    );
    expect(differenceInOrder(background, foreground)).toBe(
      'Deployment shop/top goes last instead of first',
    );
    expect(differenceInOrder(foreground, played('top', 'Foreground', 'v1.28'))).toBeUndefined();
    const { subject: _, ...ofNone } = foreground;
    expect(differenceInOrder(ofNone, background)).toBe(
      'Deployment shop/top goes first instead of last',
    );
    // The subject goes second both times.
    const middle = { ...foreground, subject: 'set' };
    expect(differenceInOrder({ ...background, subject: 'set' }, middle)).toBe(
      'Pod shop/pod goes first instead of last',
    );
  });

  it('an object is told as the API server holds it after each step', () => {
    const view = foregroundOfWeb();
    expect(objectAfter(view, 0, WEB)?.metadata.deletionTimestamp).toBeUndefined();
    expect(objectAfter(view, 1, WEB)?.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect(objectAfter(view, 1, 'nobody')).toBeUndefined();
    const gone = view.steps.find(({ objects }) => objects.some(({ type }) => type === 'DELETED'));
    const uid = gone?.objects[0]?.before?.metadata.uid ?? '';
    expect(objectAfter(view, gone?.index ?? 0, uid)).toBeDefined();
    expect(objectAfter(view, (gone?.index ?? 0) + 1, uid)).toBeUndefined();
  });
});
