import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { Monitors } from '../../src/simulation/monitors.ts';
import { objectOf, simulate, targetOf } from '../support/simulate.ts';

/** Monitors of a server that holds the objects, and what they observe. */
function watching(objects: readonly ApiObject[]) {
  const simulation = simulate(objects, { manual: true });
  const { apiServer, release } = simulation;
  const observed: GraphChange[] = [];
  const monitors = new Monitors({ apiServer, release, enqueue: (change) => observed.push(change) });
  apiServer.subscribe((event) => monitors.observe(event));
  const lines = (): string[] =>
    observed.splice(0).map(({ type, identity: { kind, name }, meta, oldMeta }) => {
      const versions = [oldMeta, meta].map((each) => each?.labels?.v ?? '-').join('→');
      return `${type} ${kind} ${name} ${versions}`;
    });
  const label = (name: string, v: string, kind = 'ConfigMap'): void => {
    const answer = apiServer.patch(targetOf(simulation, name, kind), 'merge', {
      metadata: { labels: { v } },
    });
    expect(answer.ok).toBe(true);
  };
  return { simulation, apiServer, monitors, lines, label };
}

const event = objectOf('e', {}, { kind: 'Event' });

describe('the monitors', () => {
  it('[MO-03] list and watch every kind but Events, and have no store of those', () => {
    const { simulation, apiServer, monitors, lines } = watching([objectOf('a'), event]);
    monitors.list(apiServer.all());
    expect(lines()).toEqual(['ADDED ConfigMap a -→-']);
    apiServer.delete(targetOf(simulation, 'e', 'Event'));
    apiServer.delete(targetOf(simulation, 'a'));
    expect(lines()).toEqual(['DELETED ConfigMap a -→-']);
    const again = watching([objectOf('a'), event]);
    const store = (name: string, kind: string): string | undefined => {
      const { resource, namespace } = targetOf(again.simulation, name, kind);
      return again.monitors.localStore(resource, namespace, name)?.uid;
    };
    expect([store('a', 'ConfigMap'), store('b', 'ConfigMap')]).toEqual(['a-uid', undefined]);
    expect(store('e', 'Event')).toBeUndefined();
  });

  it('[KM-06] do not watch what can only be read', () => {
    const metadata = { name: 'scheduler', uid: 'u' };
    const status: ApiObject = { apiVersion: 'v1', kind: 'ComponentStatus', metadata };
    const { apiServer, monitors, lines, simulation } = watching([status]);
    monitors.list(apiServer.all());
    expect(lines()).toEqual([]);
    const { resource, name } = targetOf(simulation, 'scheduler', 'ComponentStatus');
    expect(monitors.localStore(resource, '', name)).toBeUndefined();
  });

  it('[EV-01] say what an object was before a change', () => {
    const { simulation, apiServer, lines, label } = watching([objectOf('a')]);
    label('a', '1');
    label('a', '2');
    apiServer.delete(targetOf(simulation, 'a'));
    expect(lines()).toEqual([
      'MODIFIED ConfigMap a -→1',
      'MODIFIED ConfigMap a 1→2',
      'DELETED ConfigMap a -→2',
    ]);
  });

  it('[PA-04] hold events until they are delivered, kind by kind; the store waits with them', () => {
    const secret = objectOf('s', {}, { kind: 'Secret' });
    const world = watching([objectOf('a'), secret]);
    const { monitors, lines, label, simulation } = world;
    const shown = (): string | undefined => {
      const { resource, namespace } = targetOf(simulation, 'a');
      return monitors.localStore(resource, namespace, 'a')?.labels?.v;
    };
    expect([monitors.isBlocking, monitors.undelivered()]).toEqual([false, []]);
    monitors.deliver('v1/ConfigMap');
    label('a', '1');
    expect([lines(), shown()]).toEqual([['MODIFIED ConfigMap a -→1'], '1']);
    monitors.hold([]);
    expect([monitors.isBlocking, monitors.undelivered()]).toEqual([true, []]);
    label('a', '2');
    label('s', '2', 'Secret');
    label('a', '3');
    expect([lines(), shown()]).toEqual([[], '1']);
    expect(monitors.undelivered()).toEqual(['v1/ConfigMap', 'v1/Secret']);
    monitors.deliver('v1/Pod');
    monitors.deliver('v1/ConfigMap');
    expect([lines(), shown()]).toEqual([['MODIFIED ConfigMap a 1→2'], '2']);
    monitors.letGo();
    expect(lines()).toEqual(['MODIFIED ConfigMap a 2→3', 'MODIFIED Secret s -→2']);
    expect([monitors.isBlocking, monitors.undelivered(), shown()]).toEqual([false, [], '3']);
    label('a', '4');
    expect(lines()).toEqual(['MODIFIED ConfigMap a 3→4']);
  });

  it('[PA-04] hold what waited before, too', () => {
    const { monitors, lines } = watching([]);
    const identity = { apiVersion: 'v1', kind: 'Pod', namespace: 'n', name: 'p', uid: 'u' };
    monitors.hold([{ type: 'ADDED', identity, meta: { name: 'p', uid: 'u' } }]);
    expect([monitors.undelivered(), lines()]).toEqual([['v1/Pod'], []]);
    monitors.letGo();
    expect(lines()).toEqual(['ADDED Pod p -→-']);
  });
});
