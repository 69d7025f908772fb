import { code, type ReportedCause, say, type TerminatingObject } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import {
  ALL_DELETIONS,
  agesReached,
  countChosen,
  type DeletionFilter,
  finalizersOf,
  inOrder,
  isFiltered,
  matching,
} from '../../../src/features/terminating/filter-deletions.ts';
import { record } from '../../support/record.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');

function cause(finalizer: string, more: Partial<ReportedCause> = {}): ReportedCause {
  return {
    ...{ type: 'finalizer', state: 'blocked', rules: [], advice: [] },
    object: record({ uid: 'cause' }),
    text: say`It has the finalizer ${code(finalizer)}.`,
    ...more,
  };
}

function deletion(uid: string, more: Partial<TerminatingObject> = {}): TerminatingObject {
  return {
    object: record({ uid, kind: 'Pod', name: uid, namespace: 'shop' }),
    ...{ state: 'blocked', since: '2026-11-30T11:00:00Z', chain: [], misleading: [] },
    rootCauses: [cause('example.com/a')],
    ...more,
  };
}

const widget = record({
  ...{ uid: 'widget', kind: 'Widget', apiVersion: 'example.com/v1', namespace: 'pay' },
});
const space = record({ uid: 'space', kind: 'Namespace', name: 'pay', namespace: '' });
const DELETIONS = [
  deletion('pod'),
  deletion('hostile', { rootCauses: [cause('__proto__')] }),
  deletion('widget', { object: widget, since: '2026-11-23T12:00:01Z' }),
  deletion('space', {
    object: space,
    rootCauses: [
      cause('example.com/a', { state: 'slow' }),
      cause('example.com/b', { type: 'kubelet' }),
    ],
  }),
  deletion('undated', { since: 'no time', rootCauses: [cause('x', { type: 'webhook' })] }),
];

describe('the order of deletions', () => {
  it('has the worst first, then the oldest, then names by the numbers in them', () => {
    const at = (place: string, more: Partial<TerminatingObject> = {}): TerminatingObject =>
      deletion(place, { object: record({ uid: place, namespace: place }), ...more });
    const given = [
      at('preview-120'),
      at('preview-24'),
      at('preview-3', { state: 'slow', since: '2026-11-29T11:00:00Z' }),
      at('preview-216', { since: '2026-11-30T10:00:00Z' }),
    ];
    const places = inOrder(given).map(({ object }) => object.namespace);
    expect(places).toEqual(['preview-216', 'preview-24', 'preview-120', 'preview-3']);
  });
});

describe('the filter of deletions', () => {
  it.each<[Partial<DeletionFilter>, string]>([
    [{}, 'pod hostile widget space undated'],
    [{ namespaces: ['pay'] }, 'widget space'],
    [{ kinds: ['Widget.example.com', 'Namespace'] }, 'widget space'],
    [{ kinds: ['Widget'] }, ''],
    [{ finalizers: ['__proto__'] }, 'hostile'],
    [{ finalizers: ['example.com/a'] }, 'pod widget space'],
    // The finalizer of `space` is that of another cause than the blocked one.
    [{ finalizers: ['example.com/a'], deletionStates: ['blocked'] }, 'pod widget'],
    [{ finalizers: ['x'] }, ''],
    [{ causes: ['kubelet'] }, 'space'],
    [{ age: '10m' }, 'pod hostile widget space'],
    [{ age: '1h' }, 'pod hostile widget space'],
    [{ age: '1d' }, 'widget'],
    [{ age: '7d' }, ''],
  ])('%j leaves %s', (chosen, uids) => {
    const filter = { ...ALL_DELETIONS, ...chosen };
    const found = matching(DELETIONS, filter, NOW).map(({ object }) => object.uid);
    expect(found.join(' ')).toBe(uids);
    expect(countChosen(filter)).toBe(Object.values(chosen).flat().length);
  });

  it.each([
    ['PAY/widget', 'widget'],
    ['hostile pod', 'hostile'],
    // Their blocker has these words.
    ['uid:cause', 'pod hostile widget space undated'],
    [' ', 'pod hostile widget space undated'],
    ['nowhere', ''],
  ])('the words “%s” leave %s, and are not counted', (words, uids) => {
    const filter = { ...ALL_DELETIONS, words };
    const found = matching(DELETIONS, filter, NOW).map(({ object }) => object.uid);
    expect(found.join(' ')).toBe(uids);
    expect(countChosen(filter)).toBe(0);
    expect(isFiltered(filter)).toBe(words !== ' ');
  });

  it('offers the finalizers of the causes that pass the rest of it', () => {
    const [, , , both] = DELETIONS;
    const offered = (chosen: Partial<DeletionFilter>): unknown =>
      both && [...finalizersOf(both, { ...ALL_DELETIONS, ...chosen })];
    expect(offered({})).toEqual(['example.com/a']);
    expect(offered({ finalizers: ['other'] })).toEqual(['example.com/a']);
    expect(offered({ deletionStates: ['blocked'] })).toEqual([]);
  });

  it('knows when each deletion reaches an age', () => {
    const times = agesReached(DELETIONS.slice(1, 3)).map((time) => new Date(time).toISOString());
    expect(times).toEqual([
      ...['2026-11-23T12:10:01.000Z', '2026-11-23T13:00:01.000Z', '2026-11-24T12:00:01.000Z'],
      ...['2026-11-30T11:10:00.000Z', '2026-11-30T12:00:00.000Z', '2026-11-30T12:00:01.000Z'],
      ...['2026-12-01T11:00:00.000Z', '2026-12-07T11:00:00.000Z'],
    ]);
    expect(agesReached(DELETIONS.slice(4))).toEqual([]);
  });
});
