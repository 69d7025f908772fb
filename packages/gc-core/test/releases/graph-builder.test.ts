import { describe, expect, it } from 'vitest';
import { attemptToDelete } from '../../src/collector/attempt-to-delete.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { FOREGROUND_FINALIZER } from '../../src/meta/finalizers.ts';
import type { ObjectReference } from '../../src/meta/object-reference.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { drive, recordingContext } from '../support/drive-attempt.ts';
import { type GraphFixture, graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';

/** A child of `owner` in the namespace is seen. */
function child({ process }: GraphFixture, name: string, namespace: string): void {
  const identity = identityOf(name, { namespace });
  const meta = metaOf(name, { namespace, ownerReferences: [ownedBy('owner')] });
  process({ type: 'ADDED', identity, meta });
}

function virtualDelete({ process }: GraphFixture, identity: ObjectReference): void {
  process({ type: 'DELETED', identity, virtual: true });
}

const OLD = ['v1.13', 'v1.17'] as const;
const NEW = ['v1.28', 'v1.36'] as const;

describe('the graph of a release', () => {
  it.each([...OLD, ...NEW])(
    '[GB-42b] %s: a virtual delete of an owner that another child means differently',
    (release) => {
      const world = graphFixture(500, release);
      child(world, 'one', 'a');
      child(world, 'two', 'b');
      virtualDelete(world, identityOf('owner', { namespace: 'a' }));
      const isKept = RELEASES[release].comparesIdentities;
      expect(world.graph.get('owner-uid')?.identity.namespace).toBe(isKept ? 'b' : undefined);
      expect(world.enqueued.includes('two-uid')).toBe(true);
      expect(world.cache.entries()).toHaveLength(1);
    },
  );

  it.each([...OLD, ...NEW])(
    '[GB-42c] %s: a virtual delete of another identity than the observed one',
    (release) => {
      const world = graphFixture(500, release);
      const identity = identityOf('owner', { namespace: 'b' });
      const meta = metaOf('owner', { namespace: 'b' });
      world.process({ type: 'ADDED', identity, meta });
      virtualDelete(world, identityOf('owner', { namespace: 'a' }));
      const isKept = RELEASES[release].comparesIdentities;
      expect(world.graph.get('owner-uid') !== undefined).toBe(isKept);
    },
  );

  it.each([...OLD, ...NEW])(
    '[GB-06] %s: an owner seen under another identity than it was known by',
    (release) => {
      const world = graphFixture(500, release);
      child(world, 'one', 'a');
      const before = world.graph.get('owner-uid');
      const identity = identityOf('owner', { namespace: 'b' });
      const meta = metaOf('owner', { namespace: 'b' });
      world.process({ type: 'ADDED', identity, meta });
      const after = world.graph.get('owner-uid');
      const isReplaced = RELEASES[release].comparesIdentities;
      expect(after !== before).toBe(isReplaced);
      expect(after?.identity.namespace).toBe(isReplaced ? 'b' : 'a');
      expect(after?.virtual).toBe(false);
    },
  );

  it.each([
    ['v1.13', false],
    ['v1.17', true],
    ['v1.28', true],
    ['v1.36', true],
  ] as const)('[GB-36] %s: a finalizer that comes late starts a deletion: %s', (release, late) => {
    const world = graphFixture(500, release);
    const identity = identityOf('a');
    const deleted = metaOf('a', { deletionTimestamp: '2026-01-01T00:00:00Z' });
    const waiting = { ...deleted, finalizers: [FOREGROUND_FINALIZER] };
    const { process, enqueued } = world;
    process({ type: 'ADDED', identity, meta: deleted });
    process({ type: 'MODIFIED', identity, meta: waiting, oldMeta: deleted });
    expect(enqueued).toEqual(late ? ['a-uid'] : []);
    // The same once more is no start in any release.
    process({ type: 'MODIFIED', identity, meta: waiting, oldMeta: waiting });
    expect(enqueued).toEqual(late ? ['a-uid'] : []);
  });

  it.each([...OLD, ...NEW])('[AD-07] %s: a worker that finds a virtual owner absent', (release) => {
    const owner = new GraphNode(identityOf('owner'), true);
    const context = recordingContext({ release });
    context.graph.set(owner);
    const { result } = drive(attemptToDelete(owner, context), ['NotFound']);
    expect(result).toMatchObject({ action: 'forget', rule: 'AD-07' });
    expect(context.virtualDeletes).toHaveLength(1);
    // Until 1.19 the worker itself marked it observed, so that nobody asked again.
    expect(owner.virtual).toBe(RELEASES[release].comparesIdentities);
  });
});
