import { describe, expect, it } from 'vitest';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import { hasWrongReference, markOf, type NodeRecord } from '../../src/wire/node-record.ts';
import { record } from './records.ts';

function records(...list: NodeRecord[]): Map<string, NodeRecord> {
  return new Map(list.map((each) => [each.uid, each]));
}

const [a, a2, b, proto] = [
  record('a'),
  record('a', { beingDeleted: true }),
  record('b'),
  record('__proto__'),
];

describe('applyDelta', () => {
  it('puts in and takes out, and returns what undoes it', () => {
    const map = records(a, b);
    const inverse = applyDelta(map, { upserts: [a2, proto], removes: ['b', 'unknown'] });
    expect([...map.values()]).toEqual([a2, proto]);
    expect(inverse).toEqual({ upserts: [b, a], removes: ['__proto__'] });
    applyDelta(map, inverse);
    expect(map).toEqual(records(a, b));
  });
});

describe('markOf', () => {
  const summary = { verdict: 'goes', rule: 'AD-17' } as const;
  it.each([
    ['calm', record('a')],
    ['calm', record('a', { summary: { verdict: 'stays', rule: 'AD-14' } })],
    ['goes', record('a', { summary })],
    ['not-verified', record('a', { summary: { verdict: 'not verified', rule: 'CL-06' } })],
    ['terminating', record('a', { beingDeleted: true, summary })],
    ['blocked', record('a', { beingDeleted: true, summary: { ...summary, blockedBy: 'x' } })],
    ['virtual', record('a', { virtual: true, beingDeleted: true, summary })],
  ])('%s', (mark, node) => expect(markOf(node)).toBe(mark));

  it('a wrong reference shows beside the mark', () => {
    const wrong = [{ index: 0, finding: 'dangling' }] as const;
    expect(hasWrongReference(record('a', { summary: { ...summary, wrong } }))).toBe(true);
    expect(hasWrongReference(record('a', { summary: { ...summary, wrong: [] } }))).toBe(false);
    expect(hasWrongReference(record('a'))).toBe(false);
  });
});
