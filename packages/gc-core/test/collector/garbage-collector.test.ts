import { describe, expect, it } from 'vitest';
import { GarbageCollector } from '../../src/collector/garbage-collector.ts';
import type { ApiAnswer, ApiRequest } from '../../src/collector/object-client.ts';
import { failureStatus, type StatusReason } from '../../src/meta/api-status-error.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';

/** A collector whose server refuses what it is not told to answer, and which has observed `a`, owned by `o`. */
function refused(
  reason: StatusReason,
  release: Release = 'v1.36',
  answers: (request: ApiRequest) => ApiAnswer | undefined = () => undefined,
): GarbageCollector {
  const answer: ApiAnswer = { ok: false, status: failureStatus(reason, 'no') };
  const collector = new GarbageCollector({
    release: RELEASES[release],
    absentOwnerCacheSize: 500,
    restMapper: ResourceTable.builtIn(),
    localStore: () => undefined,
    client: { send: (request) => answers(request) ?? answer },
    now: () => 0,
    note: () => undefined,
    recordEvent: () => undefined,
  });
  const meta = metaOf('a', { ownerReferences: [ownedBy('o')] });
  collector.enqueue({ type: 'ADDED', identity: identityOf('a'), meta });
  collector.process('graphChanges');
  return collector;
}

describe('GarbageCollector', () => {
  it('a worker may be given its answers, and needs no client then', () => {
    let now = 0;
    const waits: unknown[] = [];
    const collector = new GarbageCollector({
      release: RELEASES['v1.36'],
      absentOwnerCacheSize: 500,
      restMapper: ResourceTable.builtIn(),
      localStore: () => undefined,
      now: () => now,
      note: () => undefined,
      recordEvent: () => undefined,
      waited: (queue, duration) => waits.push([queue, duration]),
    });
    const meta = metaOf('a', { ownerReferences: [ownedBy('o')] });
    collector.enqueue({ type: 'ADDED', identity: identityOf('a'), meta });
    now = 3;
    collector.process('graphChanges');
    now = 10;
    const pass = collector.begin('attemptToDelete');
    if (!pass) throw new Error('Nobody waits.');
    expect(waits).toEqual([
      ['graphChanges', 3],
      ['attemptToDelete', 7],
    ]);
    expect(pass.next.value).toMatchObject({ verb: 'get', name: 'o' });
    expect(() => collector.resume(pass)).toThrow(/has to be given the answers/);
    const answer: ApiAnswer = { ok: false, status: failureStatus('NotFound', 'no') };
    expect(collector.resume(pass, answer)).toMatchObject({ outcome: { rule: 'AD-07' } });
  });

  it('[QU-04] a pass may need several requests', () => {
    const asked: string[] = [];
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metaOf('a', { ownerReferences: [ownedBy('o')] }),
    };
    const collector = refused('Forbidden', 'v1.36', ({ name }) => {
      asked.push(name);
      return name === 'a' ? { ok: true, object } : undefined;
    });
    const item = collector.graph.get('a-uid');
    collector.process('attemptToDelete');
    if (item) collector.attemptToDelete.add(item);
    expect(collector.process('attemptToDelete')).toMatchObject({
      item,
      outcome: { rule: 'CL-06' },
    });
    expect(asked).toEqual(['o', 'a', 'o']);
  });

  it('[QU-04] a result that is no requeue forgets how often the item failed', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: metaOf('a') };
    let isThere = false;
    const collector = refused('InternalError', 'v1.36', ({ name }) =>
      isThere && name === 'a' ? { ok: true, object } : undefined,
    );
    const { attemptToDelete, graph } = collector;
    const item = graph.get('a-uid');
    attemptToDelete.take();
    const delayAfterPass = (): number | undefined => {
      if (item) attemptToDelete.add(item, 'front');
      collector.process('attemptToDelete');
      const [first] = attemptToDelete.delayed();
      if (first) attemptToDelete.release(first.item);
      attemptToDelete.take();
      if (item) attemptToDelete.done(item);
      return first?.due;
    };
    expect([delayAfterPass(), delayAfterPass()]).toEqual([5, 10]);
    isThere = true;
    expect(delayAfterPass()).toBeUndefined();
    isThere = false;
    expect(delayAfterPass()).toBe(5);
  });

  it('[QU-05] every event of an object is its own entry, in order', () => {
    const collector = refused('InternalError');
    const changes = ['1', '2', '3'].map((resourceVersion) => ({
      type: 'MODIFIED' as const,
      identity: identityOf('a'),
      meta: metaOf('a', { resourceVersion }),
    }));
    for (const each of changes) collector.enqueue(each);
    expect(collector.graphChanges.items()).toEqual(changes);
  });

  it('[QU-01] an empty queue has nothing to process', () => {
    const collector = refused('InternalError');
    expect(collector.process('graphChanges')).toBeUndefined();
    expect(collector.process('attemptToOrphan')).toBeUndefined();
  });

  it('[AD-W3] until 1.19 an absent item counts as observed, [AD-W4] today it stays virtual', () => {
    for (const [release, virtual] of [
      ['v1.17', false],
      ['v1.36', true],
    ] as const) {
      const collector = refused('NotFound', release);
      const owner = collector.graph.get('o-uid');
      expect(owner?.virtual).toBe(true);
      collector.graph.takeDelta();
      collector.process('attemptToDelete');
      expect(owner?.virtual).toBe(virtual);
      expect(collector.graph.takeDelta().upserts).toHaveLength(virtual ? 0 : 1);
    }
  });
});
