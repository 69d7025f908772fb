import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { blocking } from '../../support/forecasts.ts';
import { type Judged, judging, store } from '../../support/judged.ts';
import { objectOf, targetOf } from '../../support/simulate.ts';
import { definition, WIDGET, WIDGETS } from '../../support/widgets.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';
const hold = { deletionTimestamp, finalizers: ['example.com/hold'] };
const table = ResourceTable.builtIn([WIDGETS]);

const namespace = objectOf('shop', { namespace: '', deletionTimestamp }, { kind: 'Namespace' });

function widget(name: string, more: Partial<ObjectMeta> = {}): ApiObject {
  return objectOf(name, more, WIDGET);
}

describe('the record of a Namespace in deletion', () => {
  const blockedBy = ({ summary }: Judged): unknown => summary('shop')?.blockedBy;

  it('[NS-08] says what blocks what is left in it, and changes with that', () => {
    const judged = judging([
      namespace,
      objectOf('map'),
      objectOf('far', { ...hold, namespace: 'x' }),
    ]);
    const { after, simulation } = judged;
    expect(blockedBy(judged)).toBeUndefined();
    after(() => store(simulation, objectOf('map', hold)));
    expect(blockedBy(judged)).toBe('ConfigMap shop/map, finalizer example.com/hold');
    const delta = after(() =>
      store(simulation, objectOf('map', { ...hold, finalizers: ['example.com/b'] })),
    );
    expect(delta.delta.upserts.map(({ uid }) => uid)).toEqual(['map-uid', 'shop-uid']);
    expect(blockedBy(judged)).toBe('ConfigMap shop/map, finalizer example.com/b');
    after(() => store(simulation, objectOf('map', { deletionTimestamp })));
    expect(blockedBy(judged)).toBeUndefined();
  });

  it('[NS-08] when it is gone', () => {
    const judged = judging([namespace, objectOf('map', hold)]);
    const { after, simulation, summary } = judged;
    const body = [{ op: 'remove', path: '/metadata/finalizers' }];
    after(() => simulation.apiServer.patch(targetOf(simulation, 'map'), 'json', body));
    expect(summary('map')).toBeUndefined();
    expect(blockedBy(judged)).toBeUndefined();
  });

  it('[NS-08] [FG-02] also far down, and itself far down for an owner that waits for it', () => {
    const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };
    const top = objectOf('top', { ...waiting, namespace: '' }, { kind: 'Node' });
    const ownerReferences = [blocking('top', { kind: 'Node' })];
    const judged = judging([
      top,
      { ...namespace, metadata: { ...namespace.metadata, ownerReferences } },
      objectOf('owner', waiting),
      objectOf('leaf', { ...hold, ownerReferences: [blocking('owner')] }),
    ]);
    const { after, simulation, summary } = judged;
    const blocked = (): unknown[] => [blockedBy(judged), summary('top')?.blockedBy];
    const leafHas = (finalizer: string): unknown =>
      Array(2).fill(`ConfigMap shop/leaf, finalizer ${finalizer}`);
    expect(blocked()).toEqual(leafHas('example.com/hold'));
    const other = { ...hold, finalizers: ['example.com/b'], ownerReferences: [blocking('owner')] };
    after(() => store(simulation, objectOf('leaf', other)));
    expect(blocked()).toEqual(leafHas('example.com/b'));
  });
});

describe('the record of a definition in deletion', () => {
  const blockedBy = ({ summary }: Judged): unknown => summary('crd')?.blockedBy;

  it('[FN-04] says what blocks the objects of its kind, and changes with them', () => {
    const judged = judging(
      [definition({ deletionTimestamp }), widget('a'), objectOf('map', hold)],
      table,
    );
    const { after, simulation } = judged;
    expect(blockedBy(judged)).toBeUndefined();
    after(() => store(simulation, widget('a', hold)));
    expect(blockedBy(judged)).toBe('Widget shop/a, finalizer example.com/hold');
    after(() => store(simulation, widget('a')));
    expect(blockedBy(judged)).toBeUndefined();
  });
});
