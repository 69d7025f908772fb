import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../../tools/src/any-character.ts';
import { GraphStore } from '../../../src/data/graph-store.ts';
import {
  describeFault,
  filterOf,
  readQuery,
  valuesOf,
} from '../../../src/features/search/read-query.ts';
import { record } from '../../support/record.ts';

const { counts } = new GraphStore([
  record({ uid: '1', namespace: 'shop', finalizers: ['kubernetes.io/pvc-protection'] }),
  record({ uid: '2', namespace: 'shop-old', beingDeleted: true }),
  record({ uid: '3', namespace: '__proto__', kind: 'Deployment', apiVersion: 'apps/v1' }),
  record({ uid: '4', namespace: '', kind: 'Node' }),
]);

const filter = (text: string): unknown => filterOf(readQuery(text).filters, counts);

describe('a query', () => {
  it('is words and filters, of which the last may go on', () => {
    expect(readQuery('web NS:shop label:"tier in (a, b)" kind:po')).toEqual({
      words: 'web',
      filters: [
        { name: 'namespaces', text: 'shop' },
        { name: 'labels', text: 'tier in (a, b)' },
        { name: 'kinds', text: 'po' },
      ],
      open: { name: 'kinds', text: 'po' },
    });
    expect(readQuery('ns:shop ').open).toBeUndefined();
    expect(readQuery('http://x __proto__:y constructor:z').filters).toEqual([]);
  });

  it('a label may be a set, with its spaces, up to the bracket that closes it', () => {
    const labels = (text: string): unknown => readQuery(text).filters;
    expect(readQuery('label:app in (checkout, web) ns:shop db')).toEqual({
      words: 'db',
      filters: [
        { name: 'labels', text: 'app in (checkout, web)' },
        { name: 'namespaces', text: 'shop' },
      ],
    });
    expect(filter('Label:app notin (a),tier in (b, c)')).toEqual({
      labels: ['app notin (a)', 'tier in (b, c)'],
    });
    // The list is not closed yet.
    expect(labels('label:app in (a, b')).toEqual([{ name: 'labels', text: 'app in (a, b' }]);
    expect(labels('label:app in')).toEqual([{ name: 'labels', text: 'app' }]);
    expect(readQuery('label:app in').words).toBe('in');
  });

  it('names kinds as kubectl does, also before a name', () => {
    const kinds = (text: string): unknown => filter(text);
    for (const name of ['deploy', 'deployments', 'Deployment']) {
      expect(kinds(`kind:${name}`)).toEqual({ kinds: ['Deployment.apps'] });
      expect(readQuery(`${name}/web`)).toEqual({
        words: 'web',
        filters: [{ name: 'kinds', text: 'Deployment' }],
      });
    }
    // “po” means one kind, not every kind with it in its name.
    expect(kinds('po/')).toEqual({ kinds: ['Pod'] });
    expect(readQuery('shop/web constructor/x').words).toBe('shop/web constructor/x');
  });

  it('takes the words that people know from elsewhere', () => {
    expect(filter('namespace:shop is:terminating')).toEqual({
      namespaces: ['shop'],
      states: ['terminating'],
    });
  });

  it('means the value that it names exactly, else all that contain it', () => {
    expect(filter('ns:shop')).toEqual({ namespaces: ['shop'] });
    expect(filter('ns:sho kind:deployment')).toEqual({
      namespaces: ['shop', 'shop-old'],
      kinds: ['Deployment.apps'],
    });
    expect(filter('ns:__proto__')).toEqual({ namespaces: ['__proto__'] });
    expect(filter('ns:cluster-scoped')).toEqual({ namespaces: [''] });
    expect(filter('finalizer:pvc state:terminating')).toEqual({
      finalizers: ['kubernetes.io/pvc-protection'],
      states: ['terminating'],
    });
    expect(filter('label:app=web,tier')).toEqual({ labels: ['app=web', 'tier'] });
    expect(filter('ns:nowhere')).toBeUndefined();
  });

  it('says what cannot hold', () => {
    const fault = (text: string): string | undefined => {
      const [first] = readQuery(text).filters;
      return first && describeFault(first, counts);
    };
    expect(fault('ns:nowhere')).toBe('No object has a namespace with “nowhere” in it.');
    expect(fault('label:a=b=c')).toMatch(/is not a label requirement/);
    expect([fault('ns:shop'), fault('label:app'), fault('kind:')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('offers the values with the same text first, then the frequent ones', () => {
    const values = (text: string): string[] =>
      valuesOf({ name: 'kinds', text }, counts).map(({ value }) => value);
    expect(values('')).toEqual(['Pod', 'Deployment.apps', 'Node']);
    expect(values('node')).toEqual(['Node']);
  });

  it('offers labels in use, and what was typed where it is a selector', () => {
    const labels = new Map([
      ['app=web', 3],
      ['app=db', 1],
      ['__proto__=x', 9],
    ]);
    const values = (text: string): string[] =>
      valuesOf({ name: 'labels', text }, { ...counts, labels }).map(({ value }) => value);
    expect(values('app')).toEqual(['app', 'app=web', 'app=db']);
    expect(values('app=db')).toEqual(['app=db']);
    expect(values('pp=')).toEqual(['pp=', 'app=web', 'app=db']);
    expect(values('a=b=')).toEqual([]);
  });

  it('may be any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        filterOf(readQuery(text).filters, counts);
      }),
    );
  });
});
