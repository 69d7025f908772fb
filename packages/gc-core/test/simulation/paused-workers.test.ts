import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import { failureStatus } from '../../src/meta/api-status-error.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { CollectorProcess } from '../../src/simulation/collector-process.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { ownedBy } from '../support/nodes.ts';
import { observe } from '../support/one-look.ts';
import { NOW, objectOf, settled, targetOf } from '../support/simulate.ts';

const QUEUE = 'attemptToDelete';

/** An owner that was deleted, with so many dependents in the queue; while `broken`, none can be deleted. */
function orphans(count: number, release: Release = 'v1.36') {
  const names = Array.from({ length: count }, (_, at) => `child-${at}`);
  const children = names.map((name) => objectOf(name, { ownerReferences: [ownedBy('owner')] }));
  const simulation = settled([objectOf('owner'), ...children], { release: RELEASES[release] });
  const world = { simulation, process: simulation.process, broken: false };
  simulation.listen({
    intercept: ({ verb, name }: ApiRequest) =>
      world.broken && verb === 'delete' && name.startsWith('child')
        ? { ok: false, status: failureStatus('InternalError', 'no') }
        : undefined,
  });
  simulation.apiServer.delete(targetOf(simulation, 'owner'), { orphanDependents: false });
  observe(simulation);
  return world;
}

function touch(simulation: Simulation, name: string): void {
  const { resource } = targetOf(simulation, name);
  const { ok } = simulation.apiServer.create(resource, 'shop', objectOf(name, { uid: '' }));
  expect(ok).toBe(true);
}

describe('workers that stand', () => {
  it('[AD-03] [QU-01] hold their item, are two in all, and go on last', () => {
    const { process, simulation } = orphans(3);
    const first = process.beginPaused(QUEUE);
    expect(first && process.resume(first)).toBeUndefined();
    expect(process.beginPaused(QUEUE)).toBeDefined();
    expect(process.paused.of(QUEUE)).toHaveLength(2);
    expect(process.paused.hasFree(QUEUE)).toBe(false);
    // The third waits for a worker.
    expect([process.beginPaused(QUEUE), process.nextQueue()]).toEqual([undefined, undefined]);
    expect([process.collector[QUEUE].size, process.pending()]).toEqual([1, true]);
    const done = process.step();
    expect(done && 'item' in done && done.item.identity.name).toBe('child-0');
    expect(process.paused.of(QUEUE)).toHaveLength(1);
    simulation.settle();
    expect([...simulation.apiServer.all()]).toEqual([]);
    expect(process.pending()).toBe(false);
  });

  it('[QU-01] there is none to stand where nothing waits', () => {
    const { process } = settled([objectOf('a')]);
    expect(process.beginPaused(QUEUE)).toBeUndefined();
    expect(process.pending()).toBe(false);
  });

  it('[QU-01] a restart forgets them', () => {
    const { process } = orphans(1);
    process.beginPaused(QUEUE);
    process.restart();
    expect(process.paused.of(QUEUE)).toEqual([]);
  });

  it('[PG-31] go on before anything spins', () => {
    const world = orphans(2, 'v1.4');
    const { process } = world;
    world.broken = true;
    const pass = process.beginPaused(QUEUE);
    // The other one fails and comes back, again and again.
    process.step(QUEUE);
    process.step(QUEUE);
    expect([process.isSpinning(), process.pending()]).toEqual([false, true]);
    world.broken = false;
    const done = process.step();
    expect(done && 'item' in done && done.item).toBe(pass?.pass.item);
  });
});

describe('a pass that fails', () => {
  it('[QU-04] is tried again in vain, unless others came between its requests', () => {
    const alone = orphans(1);
    alone.broken = true;
    touch(alone.simulation, 'before');
    observe(alone.simulation);
    alone.process.step(QUEUE);
    expect(alone.process.nextDue()).toBeDefined();
    expect(alone.process.nextUsefulDue()).toBeUndefined();

    const overtaken = orphans(1);
    overtaken.broken = true;
    const pass = overtaken.process.beginPaused(QUEUE);
    if (pass) overtaken.process.resume(pass);
    touch(overtaken.simulation, 'between');
    overtaken.process.step(undefined);
    if (pass) overtaken.process.finish(pass);
    expect(overtaken.process.nextUsefulDue()).toBe(overtaken.process.nextDue());
  });

  it('[QU-04] is due when the first of them is', () => {
    const world = orphans(1);
    const { simulation, process } = world;
    world.broken = true;
    simulation.advance(200);
    const { resource } = targetOf(simulation, 'x');
    const late = objectOf('child-late', { uid: '', ownerReferences: [ownedBy('owner')] });
    simulation.apiServer.create(resource, 'shop', late);
    simulation.settle();
    const dues = process.collector[QUEUE].delayed().map(({ due }) => due);
    expect(new Set(dues).size).toBe(2);
    expect(process.nextDue()).toBe(Math.min(...dues));
  });
});

describe('a collector', () => {
  it('[PA-04] hears at once again what was held', () => {
    const simulation = settled([objectOf('a')]);
    const { process } = simulation;
    process.hold();
    touch(simulation, 'b');
    expect([process.collector.graphChanges.size, process.monitors.undelivered()]).toEqual([
      0,
      ['v1/ConfigMap'],
    ]);
    process.monitors.letGo();
    expect([process.collector.graphChanges.size, process.monitors.undelivered()]).toEqual([1, []]);
    touch(simulation, 'c');
    expect(process.collector.graphChanges.size).toBe(2);
  });

  it('[GB-43] looks at dependents in the order that it is given', () => {
    const { simulation } = orphans(0);
    const children = ['x', 'y', 'z'].map((name) =>
      objectOf(name, { ownerReferences: [ownedBy('owner')] }),
    );
    const { apiServer, process } = settled([objectOf('owner'), ...children]);
    const reversed = new CollectorProcess({
      apiServer,
      release: RELEASES['v1.36'],
      now: () => NOW,
      order: (nodes) => nodes.toReversed(),
    });
    while (reversed.collector.graphChanges.size > 0) reversed.step('graphChanges');
    expect(process.pending()).toBe(false);
    apiServer.delete(targetOf(simulation, 'owner'), { orphanDependents: false });
    while (reversed.collector.graphChanges.size > 0) reversed.step('graphChanges');
    expect(reversed.collector[QUEUE].items().map(({ identity }) => identity.name)).toEqual([
      'z',
      'y',
      'x',
    ]);
  });

  it.each([[undefined], [{}]])('[CL-13] works with every listener: %j', (listener) => {
    const far = objectOf('owner', { namespace: 'far' });
    const { apiServer } = settled([far]);
    apiServer.put([objectOf('child', { ownerReferences: [ownedBy('owner')] })]);
    const process = new CollectorProcess({
      apiServer,
      release: RELEASES['v1.36'],
      now: () => NOW,
      ...(listener ? { listener } : {}),
    });
    while (process.pending()) process.step();
    expect([...apiServer.all()].map(({ metadata }) => metadata.name)).toEqual(['owner']);
  });
});
