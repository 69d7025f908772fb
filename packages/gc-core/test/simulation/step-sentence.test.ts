import { describe, expect, it } from 'vitest';
import { type ApiRequest, requestText } from '../../src/collector/object-client.ts';
import { failureStatus } from '../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { ObjectReference } from '../../src/meta/object-reference.ts';
import type { Simulation, SimulationListener } from '../../src/simulation/simulation.ts';
import { identityOf, ownedBy } from '../support/nodes.ts';
import { clusterNode, describedSteps, objectOf, settled, targetOf } from '../support/simulate.ts';

/** Rule and sentence of each step while a collector starts with these objects. */
function start(objects: readonly ApiObject[], listener: SimulationListener = {}): string[] {
  const simulation = settled([]);
  simulation.apiServer.put(objects);
  return described(simulation, () => simulation.process.restart(), listener);
}

/** The same from what `act` does to these objects, once all is at rest. */
function after(
  objects: readonly ApiObject[],
  act: (simulation: Simulation) => void,
  listener: SimulationListener = {},
): string[] {
  const simulation = settled(objects);
  return described(simulation, () => act(simulation), listener);
}

function described(
  simulation: Simulation,
  act: () => void,
  listener: SimulationListener,
): string[] {
  simulation.listen(listener);
  return describedSteps(simulation, () => {
    act();
    simulation.settle();
  });
}

function deleting(name: string, propagationPolicy: string): (simulation: Simulation) => void {
  return (simulation) => {
    expect(simulation.apiServer.delete(targetOf(simulation, name), { propagationPolicy }).ok).toBe(
      true,
    );
  };
}

/** A node of the graph waits to be looked at. */
function lookAt(simulation: Simulation, uid: string): void {
  const { graph, attemptToDelete } = simulation.process.collector;
  attemptToDelete.add(graph.get(uid) ?? expect.fail(`${uid} is missing`));
}

/** What was asked for does not exist. */
function absent(simulation: Simulation, identity: ObjectReference): void {
  simulation.process.collector.enqueue({ type: 'DELETED', virtual: true, identity });
}

/** Requests that read so are refused. */
function refusing(text: string): SimulationListener {
  const refused = { ok: false, status: failureStatus('Forbidden', 'no') } as const;
  return {
    intercept: (request: ApiRequest) => (requestText(request) === text ? refused : undefined),
  };
}

const blocking = { blockOwnerDeletion: true };
const inShop = { namespace: 'shop' };
const owner = objectOf('owner');
const child = objectOf('child', { ownerReferences: [ownedBy('owner', blocking)] });
const misfit = objectOf('child', { ownerReferences: [ownedBy('other', { uid: 'owner-uid' })] });
const disputing = objectOf('other', { ownerReferences: [ownedBy('owner', { kind: 'Secret' })] });
const thing = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' });
const held = { finalizers: ['example.com/hold'] };

describe('what the graph builder saw', () => {
  it('[GB-10] [GB-16] an object, and a change without a reference', () => {
    expect(start([owner])).toEqual(['GB-10: Saw ConfigMap `shop/owner` for the first time.']);
    const label = after([owner], (simulation) => {
      const labels = { a: 'b' };
      simulation.apiServer.patch(targetOf(simulation, 'owner'), 'merge', { metadata: { labels } });
    });
    expect(label).toEqual([
      'GB-16: Saw a change of ConfigMap `shop/owner` that concerns no reference.',
    ]);
  });

  it('[GB-25] [GB-43] [AD-07] an owner that never existed', () => {
    expect(start([objectOf('child', { ownerReferences: [ownedBy('gone')] })])).toEqual([
      'GB-25: Saw ConfigMap `shop/child`, whose owner was not seen yet: the owner enters the graph as virtual and is to be looked up.',
      'AD-07: ConfigMap `shop/gone` does not exist any more: its node is to leave the graph.',
      'GB-43: ConfigMap `shop/gone` does not exist: it leaves the graph, is remembered as absent, and its dependents are to be checked.',
      'AD-17: ConfigMap `shop/child` goes: none of its owners exists.',
      'GB-41: Saw that ConfigMap `shop/child` is gone: it leaves the graph.',
    ]);
  });

  it('[GB-25] [GB-04] [AD-11] owners before they are seen themselves', () => {
    const references = [ownedBy('other'), ownedBy('owner')];
    const objects = [objectOf('child', { ownerReferences: references }), owner, objectOf('other')];
    expect(start(objects)).toEqual([
      'GB-25: Saw ConfigMap `shop/child`, whose owners were not seen yet: they enter the graph as virtual and are to be looked up.',
      'GB-04: Saw ConfigMap `shop/owner`, known until now only from a reference.',
      'GB-04: Saw ConfigMap `shop/other`, known until now only from a reference.',
      'AD-11: ConfigMap `shop/other` stays, because it has no owner.',
      'AD-11: ConfigMap `shop/owner` stays, because it has no owner.',
    ]);
  });

  it('[GB-05] a reference across namespaces names dependent and owner', () => {
    expect(start([child, objectOf('owner', { namespace: 'far' })])).toContain(
      'GB-05: Saw ConfigMap `far/owner`: the reference of ConfigMap `shop/child` to it crosses namespaces, so that one is to be checked.',
    );
  });

  it('[GB-27] so does one whose owner was seen first', () => {
    expect(start([objectOf('owner', { namespace: 'far' }), child])).toContain(
      'GB-27: Saw ConfigMap `shop/child`: its reference to ConfigMap `far/owner` crosses namespaces, so it is to be checked.',
    );
  });

  it('[GB-31] a reference that does not fit its owner', () => {
    expect(start([owner, misfit])).toContain(
      'GB-31: Saw ConfigMap `shop/child`: a reference does not fit its owner, so it is to be checked.',
    );
  });

  it('[GB-06] [AD-W3] an owner that was known under another identity', () => {
    expect(start([misfit, owner]).slice(1, 3)).toEqual([
      'GB-06: Saw ConfigMap `shop/owner`, known until now under another identity (ConfigMap `shop/other`).',
      'AD-W3: ConfigMap `shop/other` has been seen meanwhile: this entry is out of date and dropped.',
    ]);
  });

  it('[AL-06] the identity of a disputed owner that is asked for next', () => {
    expect(start([child, disputing]).slice(2, 4)).toEqual([
      'AD-07: ConfigMap `shop/owner` does not exist any more: its node is to leave the graph.',
      'AL-06: ConfigMap `shop/owner` does not exist; references disagree about this owner, so Secret `shop/owner` is asked for next.',
    ]);
  });

  it('[GB-42b] [GB-42c] [GB-42d] an identity that is absent', () => {
    const secret = identityOf('owner', { ...inShop, kind: 'Secret' });
    const unseen = clusterNode('node', [ownedBy('owner')]);
    expect(after([unseen], (simulation) => absent(simulation, secret))).toEqual([
      'GB-42b: Secret `shop/owner` does not exist, but other dependents name this uid differently: the owner stays in the graph for them.',
    ]);
    expect(after([owner], (simulation) => absent(simulation, secret))).toEqual([
      'GB-42c: Secret `shop/owner` does not exist under this identity; the object with this uid lives under another one and stays.',
    ]);
    const own = identityOf('owner', inShop);
    expect(after([owner], (simulation) => absent(simulation, own))).toEqual([
      'GB-42d: ConfigMap `shop/owner` does not exist: it leaves the graph.',
    ]);
  });

  it('[GB-42a] a virtual owner without dependents', () => {
    expect(start([child, disputing]).at(-1)).toBe(
      'GB-42a: Secret `shop/owner` does not exist: it leaves the graph.',
    );
  });

  it('[GB-40] an object that had left', () => {
    const gone = after([], ({ process }) => {
      process.collector.enqueue({ type: 'DELETED', identity: identityOf('owner', inShop) });
    });
    expect(gone).toEqual([
      'GB-40: ConfigMap `shop/owner` had left the graph before: nothing to do.',
    ]);
  });

  it('[GB-14] a dependent that no longer blocks', () => {
    const steps = after(
      [owner, objectOf('child', { ...child.metadata, ...held })],
      (simulation) => {
        deleting('owner', 'Foreground')(simulation);
        simulation.settle();
        const metadata = { ownerReferences: null };
        simulation.apiServer.patch(targetOf(simulation, 'child'), 'merge', { metadata });
      },
    );
    expect(steps.slice(-3)).toEqual([
      'GB-14: ConfigMap `shop/child` no longer blocks ConfigMap `shop/owner`: the owner is to be checked.',
      'FG-01: Nothing blocks ConfigMap `shop/owner` any more: its finalizer foregroundDeletion is removed.',
      'GB-41: Saw that ConfigMap `shop/owner` is gone: it leaves the graph.',
    ]);
  });
});

describe('what a worker decided', () => {
  it('[GB-35] [OR-07] [GB-13] dependents are orphaned', () => {
    const plain = objectOf('child', { ownerReferences: [ownedBy('owner')] });
    expect(after([owner, plain], deleting('owner', 'Orphan'))).toEqual([
      'GB-35: Saw that ConfigMap `shop/owner` is being deleted with Orphan: its dependents are to lose their reference.',
      'OR-07: The dependents of ConfigMap `shop/owner` have lost their reference: its finalizer orphan is removed.',
      'GB-13: Saw that the owner references of ConfigMap `shop/child` changed.',
      'GB-41: Saw that ConfigMap `shop/owner` is gone: it leaves the graph.',
    ]);
  });

  it('[OR-06] or not all of them', () => {
    const refused = refusing('patch v1/configmaps shop/child');
    expect(after([owner, child], deleting('owner', 'Orphan'), refused)[1]).toBe(
      'OR-06: Not every dependent of ConfigMap `shop/owner` could be orphaned. It will be tried again: failed to orphan dependents of owner [v1/ConfigMap, namespace: shop, name: owner, uid: owner-uid], got errors: orphaning [v1/ConfigMap, namespace: shop, name: child, uid: child-uid] failed, no',
    );
  });

  it('[AD-15] [FG-02] a chain goes in the foreground', () => {
    const grandchild = objectOf('grandchild', { ownerReferences: [ownedBy('child', blocking)] });
    const steps = after([owner, child, grandchild], deleting('owner', 'Foreground'));
    expect(steps.slice(1, 5)).toEqual([
      'AD-15: ConfigMap `shop/child` goes: ConfigMap `shop/owner` waits for it. It has dependents of its own, so it is deleted in the foreground.',
      'GB-36: Saw that ConfigMap `shop/child` is being deleted in the foreground: its dependents, then it itself, are to be checked.',
      'FG-02: ConfigMap `shop/owner` waits for dependents that are being deleted in the foreground themselves.',
      'AD-17: ConfigMap `shop/grandchild` goes: ConfigMap `shop/child` waits for it.',
    ]);
  });

  it('[FG-02] several dependents are waited for', () => {
    const children = ['a', 'b'].map((name) => {
      return objectOf(name, { ...held, ownerReferences: [ownedBy('owner', blocking)] });
    });
    expect(after([owner, ...children], deleting('owner', 'Foreground'))).toContain(
      'FG-02: ConfigMap `shop/owner` waits for ConfigMap `shop/a`, ConfigMap `shop/b`, to be checked now.',
    );
  });

  it('[AD-W2] a virtual entry that left the graph', () => {
    const steps = after([clusterNode('node', [ownedBy('owner')])], (simulation) => {
      const { graph, attemptToDelete } = simulation.process.collector;
      const node = graph.get('owner-uid') ?? expect.fail('the owner is missing');
      absent(simulation, node.identity);
      simulation.step();
      attemptToDelete.add(node);
    });
    expect(steps).toContain('AD-W2: ConfigMap `owner` is no longer in the graph: dropped.');
  });

  it('[AD-04] [AD-05] [CL-04] what cannot be looked up', () => {
    expect(start([objectOf('child', { ownerReferences: [thing] })])[1]).toBe(
      'AD-04: The kind of Thing `shop/x` is not served. It will be tried again: unable to get REST mapping for no.such/v1/Thing.',
    );
    const node = clusterNode('node', [ownedBy('owner')]);
    expect(start([node])[1]).toBe(
      'AD-05: ConfigMap `owner` cannot be looked up without a namespace: left alone for good.',
    );
    expect(after([node], (simulation) => lookAt(simulation, 'node-uid'))).toEqual([
      'CL-04: Node `node` is cluster-scoped and names a namespaced owner, which cannot be looked up: left alone for good.',
    ]);
  });

  it('[AD-09] a name that somebody else has now', () => {
    const stale = objectOf('child', { ownerReferences: [ownedBy('owner', { uid: 'old-uid' })] });
    expect(start([owner, stale])[2]).toBe(
      'AD-09: Another object has the name of ConfigMap `shop/owner` now: the node of the old one is to leave the graph.',
    );
  });

  it('[AD-W4] an owner that exists and was never seen is asked for again', () => {
    const unseen: SimulationListener = {
      intercept: ({ name }) => (name === 'owner' ? { ok: true, object: owner } : undefined),
    };
    expect(start([child], unseen)[1]).toBe(
      'AD-11: ConfigMap `shop/owner` stays, because it has no owner. It was never seen itself, so it will be asked for again.',
    );
  });

  it('[CL-12] a cluster-scoped owner is named without a namespace', () => {
    const references = [ownedBy('n', { kind: 'Node' }), ownedBy('gone')];
    const steps = start([clusterNode('n'), objectOf('child', { ownerReferences: references })]);
    expect(steps).toContain('AD-14: ConfigMap `shop/child` stays, because Node `n` lives.');
  });

  it.each([
    ['AD-08', 'get v1/configmaps shop/child', 'ConfigMap `shop/child` could not be read.'],
    [
      'CL-06',
      'get v1/configmaps shop/owner',
      'An owner of ConfigMap `shop/child` could not be read.',
    ],
  ])('[%s] a refused look says what could not be read', (rule, refused, sentence) => {
    const look = (simulation: Simulation): void => lookAt(simulation, 'child-uid');
    const [first] = after([child, owner], look, refusing(refused));
    expect(first).toBe(`${rule}: ${sentence} It will be tried again: no`);
  });

  it('[CL-03] an error says that it will be tried again', () => {
    const objects = [objectOf('child', { ownerReferences: [thing] })];
    expect(after(objects, (simulation) => lookAt(simulation, 'child-uid'))[0]).toBe(
      'CL-03: ConfigMap `shop/child` stays: one of its owners is of a kind that is not served. It will be tried again: unable to get REST mapping for no.such/v1/Thing.',
    );
  });
});
