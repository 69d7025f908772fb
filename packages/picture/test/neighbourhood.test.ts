import { describe, expect, it } from 'vitest';
import { indexDependents, neighbourhood } from '../src/index.ts';
import { record, reference } from './support/records.ts';

const RECORDS = new Map(
  [
    record({ uid: 'deployment' }),
    record({ uid: 'new set', owners: [reference('deployment')] }),
    record({ uid: 'old set', owners: [reference('deployment')] }),
    record({ uid: 'pod', owners: [reference('new set'), reference('new set')] }),
    record({ uid: '__proto__', owners: [reference('pod'), reference('__proto__')] }),
    record({ uid: 'other', owners: [reference('never seen')] }),
  ].map((each) => [each.uid, each]),
);

describe('neighbourhood', () => {
  it('reaches owners upwards and dependents downwards, without siblings', () => {
    expect(uidsAround('new set', 1)).toEqual(['new set', 'deployment', 'pod']);
    expect(uidsAround('pod', 2)).toEqual(['pod', 'new set', 'deployment', '__proto__']);
  });

  it('ends in a cycle, at depth 0 and at an unknown uid', () => {
    expect(uidsAround('__proto__', Number.POSITIVE_INFINITY)).toHaveLength(4);
    expect(uidsAround('pod', 0)).toEqual(['pod']);
    expect(uidsAround('other', 3)).toEqual(['other']);
    expect(uidsAround('never existed', 3)).toEqual([]);
  });
});

function uidsAround(uid: string, depth: number): string[] {
  const dependents = indexDependents(RECORDS.values());
  const dependentsOf = (owner: string): string[] => [
    // A graph may be a moment ahead of its records.
    'not recorded yet',
    ...(dependents.get(owner) ?? []).map((each) => each.uid),
  ];
  return neighbourhood(RECORDS, uid, depth, dependentsOf).map((each) => each.uid);
}
