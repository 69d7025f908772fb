import { describe, expect, it } from 'vitest';
import { findObjects } from '../../../src/features/search/find-objects.ts';
import { record } from '../../support/record.ts';

const records = [
  record({ uid: '1', name: 'my-web' }),
  record({ uid: '2', name: 'web-7d9f', namespace: 'payments' }),
  record({ uid: '3', name: 'web', kind: 'Deployment' }),
  record({ uid: 'abc-4', name: 'other', namespace: 'web' }),
];

function find(query: string): string[] {
  return findObjects(records, query, 10).objects.map(({ uid }) => uid);
}

describe('search', () => {
  it('finds by name, kind, namespace and the start of the uid, the best first', () => {
    expect(find('web')).toEqual(['3', '2', '1', 'abc-4']);
    expect(find('abc')).toEqual(['abc-4']);
    expect(find('WEB deployment')).toEqual(['3']);
  });

  it('finds by the uid alone, as the command line names an object', () => {
    expect(find('uid:ABC-4')).toEqual(['abc-4']);
    expect(find('uid:web')).toEqual([]);
  });

  it('needs every word, in any place; a slash parts words as kubectl does', () => {
    expect(find('payments/web')).toEqual(['2']);
    // A kind may be abbreviated.
    expect(find('deploy shop/web')).toEqual(['3']);
    expect(find('payments other')).toEqual([]);
    expect(find('  ')).toEqual([]);
  });

  it('counts what it does not list', () => {
    expect(findObjects(records, 'web', 1)).toMatchObject({ total: 4, objects: [{ uid: '3' }] });
  });

  it('lists the exact name first, then names that begin so, also where the rank comes before the length', () => {
    const gone = ['settle-1-pod', 'settle-1-other', 'my-settle-1', 'settle-1', 'settle-1-x'].map(
      (name) => record({ uid: name, name }),
    );
    const rank = ({ uid }: { readonly uid: string }) => gone.findIndex((each) => each.uid === uid);
    const within = { passes: () => true, rank, isRankFirst: true };
    const { objects, isNamed } = findObjects(gone, 'shop settle-1', 4, within);
    expect(objects.map(({ name }) => name)).toEqual([
      'settle-1',
      'settle-1-pod',
      'settle-1-other',
      'settle-1-x',
    ]);
    expect(isNamed).toBe(true);
  });

  it('looks only among what passes, and lists that without a word, too', () => {
    const among = {
      passes: ({ kind }: { readonly kind: string }) => kind === 'Pod',
      rank: ({ namespace }: { readonly namespace: string }) => (namespace === 'payments' ? 0 : 1),
    };
    const found = (query: string): readonly string[] =>
      findObjects(records, query, 2, among).objects.map(({ uid }) => uid);
    expect(found('web')).toEqual(['2', '1']);
    expect(found('')).toEqual(['2', 'abc-4']);
  });
});
