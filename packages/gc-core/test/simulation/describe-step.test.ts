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
    expect(start([owner])).toEqual([
      'GB-10: The collector sees ConfigMap `shop/owner` for the first time.',
    ]);
    const label = after([owner], (simulation) => {
      const labels = { a: 'b' };
      simulation.apiServer.patch(targetOf(simulation, 'owner'), 'merge', { metadata: { labels } });
    });
    expect(label).toEqual([
      'GB-16: The collector sees an update of ConfigMap `shop/owner`. No owner reference changed.',
    ]);
  });

  it('[GB-25] [GB-43] [AD-07] an owner that never existed', () => {
    expect(start([objectOf('child', { ownerReferences: [ownedBy('gone')] })])).toEqual([
      'GB-25: The collector sees ConfigMap `shop/child`, but has not seen its owner ConfigMap `shop/gone`. It adds the owner to its graph as virtual and queues it to look it up.',
      'AD-07: ConfigMap `shop/gone` does not exist. The collector queues its removal from the graph.',
      'GB-43: The collector has found that ConfigMap `shop/gone` does not exist. It removes the object from its graph, remembers it as absent, and queues its dependents for a check.',
      'AD-17: The collector deletes ConfigMap `shop/child`, because its owner ConfigMap `shop/gone` does not exist, as the absent-owner cache says.',
      'GB-41: The collector sees that ConfigMap `shop/child` is gone. It removes the object from its graph.',
    ]);
  });

  it('[GB-25] [GB-04] [AD-11] owners before they are seen themselves', () => {
    const references = [ownedBy('other'), ownedBy('owner')];
    const objects = [objectOf('child', { ownerReferences: references }), owner, objectOf('other')];
    expect(start(objects)).toEqual([
      'GB-25: The collector sees ConfigMap `shop/child`, but has not seen its owners ConfigMap `shop/other` and ConfigMap `shop/owner`. It adds them to its graph as virtual and queues them to look them up.',
      'GB-04: The collector sees ConfigMap `shop/owner`. Until now it knew the object only from a reference.',
      'GB-04: The collector sees ConfigMap `shop/other`. Until now it knew the object only from a reference.',
      'AD-11: ConfigMap `shop/other` stays, because it has no owner.',
      'AD-11: ConfigMap `shop/owner` stays, because it has no owner.',
    ]);
  });

  it('[GB-05] a reference across namespaces names dependent and owner', () => {
    expect(start([child, objectOf('owner', { namespace: 'far' })])).toContain(
      'GB-05: The collector sees ConfigMap `far/owner`. The reference of ConfigMap `shop/child` to it crosses namespaces, so the collector queues this dependent for a check.',
    );
  });

  it('[GB-27] so does one whose owner was seen first', () => {
    expect(start([objectOf('owner', { namespace: 'far' }), child])).toContain(
      'GB-27: The collector sees ConfigMap `shop/child`. Its reference to ConfigMap `far/owner` crosses namespaces, so the collector queues the dependent for a check.',
    );
  });

  it('[GB-31] a reference that does not fit its owner', () => {
    expect(start([owner, misfit])).toContain(
      'GB-31: The collector sees ConfigMap `shop/child`. One of its references does not match the owner, so the collector queues the object for a check.',
    );
  });

  it('[CL-05] [CL-07] what a lookup of the owner found', () => {
    const deletes = (because: string): string =>
      `AD-17: The collector deletes ConfigMap \`shop/child\`, because ${because}.`;
    expect(start([owner, misfit])).toContain(
      deletes('its owner ConfigMap `shop/other` does not exist'),
    );
    expect(start([owner, objectOf('other'), misfit])).toContain(
      deletes('the object with the name of its owner ConfigMap `shop/other` has another uid'),
    );
  });

  it('[GB-06] [AD-W3] an owner that was known under another identity', () => {
    expect(start([misfit, owner]).slice(1, 3)).toEqual([
      'GB-06: The collector sees ConfigMap `shop/owner`. Until now it knew this uid under another identity, ConfigMap `shop/other`.',
      'AD-W3: The collector has observed the object with the uid of ConfigMap `shop/other` in the meantime. This entry of the queue is out of date, so the collector drops it.',
    ]);
  });

  it('[AL-06] the identity of a disputed owner that is asked for next', () => {
    expect(start([child, disputing]).slice(2, 4)).toEqual([
      'AD-07: ConfigMap `shop/owner` does not exist. The collector queues its removal from the graph.',
      'AL-06: ConfigMap `shop/owner` does not exist. References disagree about this owner, so the collector looks up Secret `shop/owner` next.',
    ]);
  });

  it('[GB-42b] [GB-42c] [GB-42d] an identity that is absent', () => {
    const secret = identityOf('owner', { ...inShop, kind: 'Secret' });
    const unseen = clusterNode('node', [ownedBy('owner')]);
    expect(after([unseen], (simulation) => absent(simulation, secret))).toEqual([
      'GB-42b: Secret `shop/owner` does not exist, but other dependents refer to its uid under another identity. The collector keeps the owner in its graph for them.',
    ]);
    expect(after([owner], (simulation) => absent(simulation, secret))).toEqual([
      'GB-42c: Secret `shop/owner` does not exist, but the collector has observed an object with this uid under another identity. That object stays in the graph.',
    ]);
    const own = identityOf('owner', inShop);
    expect(after([owner], (simulation) => absent(simulation, own))).toEqual([
      'GB-42d: The collector has found that ConfigMap `shop/owner` does not exist. It removes the object from its graph.',
    ]);
  });

  it('[GB-42a] a virtual owner without dependents', () => {
    expect(start([child, disputing]).at(-1)).toBe(
      'GB-42a: The collector has found that Secret `shop/owner` does not exist. It removes the object from its graph.',
    );
  });

  it('[GB-40] an object that had left', () => {
    const gone = after([], ({ process }) => {
      process.collector.enqueue({ type: 'DELETED', identity: identityOf('owner', inShop) });
    });
    expect(gone).toEqual([
      'GB-40: ConfigMap `shop/owner` is no longer in the graph, so the collector has nothing to do.',
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
      'GB-14: ConfigMap `shop/child` no longer blocks ConfigMap `shop/owner`. The collector queues this owner for a check.',
      'FG-01: Nothing blocks ConfigMap `shop/owner` any more. The collector removes its finalizer `foregroundDeletion`.',
      'GB-41: The collector sees that ConfigMap `shop/owner` is gone. It removes the object from its graph.',
    ]);
  });
});

describe('what a worker decided', () => {
  it('[GB-35] [OR-07] [GB-13] dependents are orphaned', () => {
    const plain = objectOf('child', { ownerReferences: [ownedBy('owner')] });
    expect(after([owner, plain], deleting('owner', 'Orphan'))).toEqual([
      'GB-35: The collector sees that ConfigMap `shop/owner` is being deleted with the policy Orphan. It queues the object for an orphan worker, which will remove the references to it.',
      'OR-07: The collector has removed the references to ConfigMap `shop/owner` from its dependents. Now it removes the finalizer `orphan`.',
      'GB-13: The collector sees that the owner references of ConfigMap `shop/child` changed.',
      'GB-41: The collector sees that ConfigMap `shop/owner` is gone. It removes the object from its graph.',
    ]);
  });

  it('[OR-06] or not all of them', () => {
    const refused = refusing('patch v1/configmaps shop/child');
    expect(after([owner, child], deleting('owner', 'Orphan'), refused)[1]).toBe(
      'OR-06: The collector could not orphan every dependent of ConfigMap `shop/owner`. The collector will try again. Error: failed to orphan dependents of owner [v1/ConfigMap, namespace: shop, name: owner, uid: owner-uid], got errors: orphaning [v1/ConfigMap, namespace: shop, name: child, uid: child-uid] failed, no.',
    );
  });

  it('[AD-15] [FG-03] a chain goes in the foreground', () => {
    const grandchild = objectOf('grandchild', { ownerReferences: [ownedBy('child', blocking)] });
    const steps = after([owner, child, grandchild], deleting('owner', 'Foreground'));
    expect(steps.slice(1, 5)).toEqual([
      'AD-15: ConfigMap `shop/child` has dependents of its own, so the collector deletes it in the foreground, like its owner ConfigMap `shop/owner`.',
      'GB-36: The collector sees that ConfigMap `shop/child` is being deleted in the foreground. It will check each dependent, then the object itself.',
      'FG-03: ConfigMap `shop/owner` waits for ConfigMap `shop/child`, which blocks it. This dependent waits for its own dependents, so the collector does not queue it. When it is gone, the collector checks ConfigMap `shop/owner` again.',
      'AD-17: The collector deletes ConfigMap `shop/grandchild`, because its owner ConfigMap `shop/child` is being deleted in the foreground.',
    ]);
  });

  it('[GB-43] [FG-06] the end of a dependent queues the owners that wait', () => {
    const references = ['a', 'b', 'c'].map((name) => ownedBy(name, blocking));
    const owners = ['a', 'b', 'c'].map((name) => objectOf(name, held));
    const dependent = objectOf('child', { ...held, ownerReferences: references });
    const grandchild = objectOf('grandchild', { ...held, ownerReferences: [ownedBy('child')] });
    const gone = (waiting: readonly string[], ...more: readonly ApiObject[]): string[] =>
      after([...owners, dependent, ...more], (simulation) => {
        for (const name of waiting) deleting(name, 'Foreground')(simulation);
        deleting('child', 'Background')(simulation);
        simulation.settle();
        const metadata = { finalizers: null };
        simulation.apiServer.patch(targetOf(simulation, 'child'), 'merge', { metadata });
      });
    const removed =
      'GB-43: The collector sees that ConfigMap `shop/child` is gone. It removes the object from its graph';
    expect(gone(['a'])).toContain(
      `${removed}. Its owner ConfigMap \`shop/a\` may have waited only for it, so the collector queues this owner for a check.`,
    );
    expect(gone(['a', 'b'])).toContain(
      `${removed}. Its owners ConfigMap \`shop/a\` and ConfigMap \`shop/b\` may have waited only for it, so the collector queues these owners for a check.`,
    );
    expect(gone(['a'], grandchild)).toContain(
      `${removed}, remembers it as absent, and queues its dependents for a check. Its owner ConfigMap \`shop/a\` may have waited only for it, so the collector queues this owner for a check.`,
    );
  });

  it('[FG-03] several dependents that wait themselves are not queued', () => {
    const children = ['a', 'b'].flatMap((name) => [
      objectOf(name, { ownerReferences: [ownedBy('owner', blocking)] }),
      objectOf(`${name}-child`, { ...held, ownerReferences: [ownedBy(name, blocking)] }),
    ]);
    expect(after([owner, ...children], deleting('owner', 'Foreground'))).toContain(
      'FG-03: ConfigMap `shop/owner` waits for ConfigMap `shop/a` and ConfigMap `shop/b`, which block it. They wait for their own dependents, so the collector does not queue them. Each time one of them is gone, the collector checks ConfigMap `shop/owner` again.',
    );
  });

  it('[AD-02] what is gone from the graph but still queued is looked at as it last was', () => {
    expect(after([owner, child], deleting('owner', 'Orphan'))).toContain(
      'AD-02: The queue still holds the collector’s last copy of ConfigMap `shop/owner`, although the object is gone from the graph. This copy says that it is being deleted, so the collector has nothing to do.',
    );
  });

  it('[FG-02] several dependents are waited for', () => {
    const children = ['a', 'b'].map((name) => {
      return objectOf(name, { ...held, ownerReferences: [ownedBy('owner', blocking)] });
    });
    expect(after([owner, ...children], deleting('owner', 'Foreground'))).toContain(
      'FG-02: ConfigMap `shop/owner` waits for ConfigMap `shop/a` and ConfigMap `shop/b`, which block it. The collector queues these dependents for a check.',
    );
  });

  it('[FG-02] [FG-03] names those that are queued and those that wait themselves', () => {
    const dependents = (...names: readonly string[]): ApiObject[] =>
      names.map((name) =>
        objectOf(name, { ...held, ownerReferences: [ownedBy('owner', blocking)] }),
      );
    const waiting = (...names: readonly string[]): ApiObject[] =>
      names.flatMap((name) => [
        objectOf(name, { ownerReferences: [ownedBy('owner', blocking)] }),
        objectOf(`${name}-child`, { ...held, ownerReferences: [ownedBy(name, blocking)] }),
      ]);
    const act = deleting('owner', 'Foreground');
    expect(after([owner, ...dependents('a'), ...waiting('w')], act)).toContain(
      'FG-02: ConfigMap `shop/owner` waits for ConfigMap `shop/a`, which blocks it. The collector queues this dependent for a check. ConfigMap `shop/owner` also waits for ConfigMap `shop/w`, which blocks it. This dependent waits for its own dependents, so the collector does not queue it. When it is gone, the collector checks ConfigMap `shop/owner` again.',
    );
    expect(after([owner, ...dependents('a', 'b'), ...waiting('w', 'x')], act)).toContain(
      'FG-02: ConfigMap `shop/owner` waits for ConfigMap `shop/a` and ConfigMap `shop/b`, which block it. The collector queues these dependents for a check. ConfigMap `shop/owner` also waits for ConfigMap `shop/w` and ConfigMap `shop/x`, which block it. They wait for their own dependents, so the collector does not queue them. Each time one of them is gone, the collector checks ConfigMap `shop/owner` again.',
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
    expect(steps).toContain(
      'AD-W2: ConfigMap `owner` is no longer in the graph, so the collector drops this entry of the queue.',
    );
  });

  it('[AD-04] [AD-05] [CL-04] what cannot be looked up', () => {
    expect(start([objectOf('child', { ownerReferences: [thing] })])[1]).toBe(
      'AD-04: The API server does not serve the kind of Thing `shop/x`. The collector will try again. Error: unable to get REST mapping for no.such/v1/Thing.',
    );
    const node = clusterNode('node', [ownedBy('owner')]);
    expect(start([node])[1]).toBe(
      'AD-05: The collector cannot look up ConfigMap `owner` without a namespace. It does not try again.',
    );
    expect(after([node], (simulation) => lookAt(simulation, 'node-uid'))).toEqual([
      'CL-04: Node `node` is cluster-scoped, but refers to a namespaced owner. The collector cannot look up such an owner, so the object stays.',
    ]);
  });

  it('[AD-09] a name that another object has now', () => {
    const stale = objectOf('child', { ownerReferences: [ownedBy('owner', { uid: 'old-uid' })] });
    expect(start([owner, stale])[2]).toBe(
      'AD-09: Another object now has the name of ConfigMap `shop/owner`. The collector queues the removal of the old object from the graph.',
    );
  });

  it('[AD-W4] an owner that exists and was never seen is asked for again', () => {
    const unseen: SimulationListener = {
      intercept: ({ name }) => (name === 'owner' ? { ok: true, object: owner } : undefined),
    };
    expect(start([child], unseen)[1]).toBe(
      'AD-11: ConfigMap `shop/owner` stays, because it has no owner. The collector has only looked it up and not observed it, so it will look it up again.',
    );
  });

  it('[CL-12] a cluster-scoped owner is named without a namespace', () => {
    const references = [ownedBy('n', { kind: 'Node' }), ownedBy('gone')];
    const steps = start([clusterNode('n'), objectOf('child', { ownerReferences: references })]);
    expect(steps).toContain(
      'AD-14: ConfigMap `shop/child` stays, because its owner Node `n` exists. The collector removes its reference to ConfigMap `shop/gone`.',
    );
  });

  it.each([
    ['AD-08', 'get v1/configmaps shop/child', 'The collector cannot read ConfigMap `shop/child`.'],
    [
      'CL-06',
      'get v1/configmaps shop/owner',
      'The collector cannot read an owner of ConfigMap `shop/child`.',
    ],
  ])('[%s] a refused look says what could not be read', (rule, refused, sentence) => {
    const look = (simulation: Simulation): void => lookAt(simulation, 'child-uid');
    const [first] = after([child, owner], look, refusing(refused));
    expect(first).toBe(`${rule}: ${sentence} The collector will try again. Error: no.`);
  });

  it('[CL-03] an error says that it will be tried again', () => {
    const objects = [objectOf('child', { ownerReferences: [thing] })];
    expect(after(objects, (simulation) => lookAt(simulation, 'child-uid'))[0]).toBe(
      'CL-03: ConfigMap `shop/child` stays, because the API server does not serve the kind of one of its owners. The collector will try again. Error: unable to get REST mapping for no.such/v1/Thing.',
    );
  });
});
