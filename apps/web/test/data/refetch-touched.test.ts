import type { NodeRecord, ObjectDetails } from '@gcscope/gc-core/wire';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { GraphStore } from '../../src/data/graph-store.ts';
import { refetchTouched } from '../../src/data/refetch-touched.ts';
import { eventually } from '../support/eventually.ts';
import { ownedBy, record } from '../support/record.ts';

const owner = record({ uid: 'owner', beingDeleted: true });
const listed = record({ uid: 'listed' });
const other = record({ uid: 'other' });
const stranger = record({ uid: 'stranger' });

/** The page of `owner`, and a server that answers when it is told to. */
class Bench {
  readonly store: GraphStore = new GraphStore([owner, listed, other, stranger]);
  readonly answers: (() => void)[] = [];
  asked = 0;

  constructor(shown: NodeRecord = owner, afterwards: Partial<ObjectDetails> = {}) {
    const client = new QueryClient();
    refetchTouched(this.store, client);
    const details = {
      record: shown,
      explanation: { because: [{ uids: ['listed'] }] },
      dependents: [other],
      ...afterwards,
    };
    const page = new QueryObserver(client, {
      queryKey: ['object', 'owner'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) => {
        this.asked++;
        return new Promise((resolve, reject) => {
          this.answers.push(() => resolve(details));
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    page.subscribe((result) => {
      if (result.isSuccess && !result.isFetching) this.shown = result.dataUpdatedAt;
    });
  }

  shown = 0;

  async answer(): Promise<void> {
    await eventually(() => expect(this.answers).toHaveLength(1));
    this.answers.shift()?.();
  }
}

describe('The details of an object', () => {
  it.each([
    ['the object itself', { upserts: [owner], removes: [] }, owner, 2],
    ['what its verdict names', { upserts: [], removes: ['listed'] }, owner, 2],
    ['another dependent, while it is being deleted', { upserts: [], removes: ['other'] }, owner, 2],
    ['another dependent', { upserts: [], removes: ['other'] }, record({ uid: 'owner' }), 1],
    ['a stranger', { upserts: [], removes: ['stranger'] }, owner, 1],
  ])('are asked for again after a change of %s, or not', async (_, delta, shown, asked) => {
    const bench = new Bench(shown);
    await bench.answer();
    await eventually(() => expect(bench.shown).toBeGreaterThan(0));
    bench.store.apply(delta);
    expect(bench.asked).toBe(asked);
  });

  describe('after the object is gone', () => {
    const dead = record({ uid: 'owner' });
    const namespace = record({ uid: 'owner', kind: 'Namespace', namespace: '', name: 'shop' });
    const below = record({ uid: 'below', owners: [ownedBy(dead)] });
    const late = record({ uid: 'late', owners: [ownedBy(below)] });
    it.each([
      ['what was below it', { upserts: [], removes: ['below'] }, dead, false, 2],
      ['one that names what was below it', { upserts: [late], removes: [] }, dead, false, 2],
      ['a stranger', { upserts: [stranger], removes: ['listed'] }, dead, false, 1],
      ['one beyond those listed', { upserts: [], removes: ['stranger'] }, dead, true, 2],
      ['what may be one in its Namespace', { upserts: [], removes: ['a'] }, namespace, false, 2],
    ])('are asked for again after a change of %s, or not', async (_, delta, root, isCut, asked) => {
      const bench = new Bench(root, {
        explanation: { because: [] } as unknown as ObjectDetails['explanation'],
        gone: { at: '2026-11-20T09:04:05Z', text: [] },
        aftermath: {
          records: [root, below],
          gone: ['owner'],
          removedReferences: [],
          went: 0,
          stayed: 0,
          entries: [],
          isCut,
        },
      });
      await bench.answer();
      await eventually(() => expect(bench.shown).toBeGreaterThan(0));
      bench.store.apply(delta);
      expect(bench.asked).toBe(asked);
    });
  });

  it('arrive during a long cascade, and once more after its last change', async () => {
    const bench = new Bench();
    await bench.answer();
    await eventually(() => expect(bench.shown).toBeGreaterThan(0));
    for (let change = 0; change < 3; change++) bench.store.apply({ upserts: [owner], removes: [] });
    expect(bench.asked).toBe(2);
    await bench.answer();
    await eventually(() => expect(bench.asked).toBe(3));
    await bench.answer();
    bench.store.apply({ upserts: [stranger], removes: [] });
    expect(bench.asked).toBe(3);
  });
});
