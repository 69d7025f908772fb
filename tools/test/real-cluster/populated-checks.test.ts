import {
  type Explanation,
  type ObjectReference,
  type PolicyForecast,
  say,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import type { ObjectMetadata } from '../../real-cluster/src/objects.ts';
import { checkForecast, checkMadeAnew } from '../../real-cluster/src/populated/check-forecast.ts';
import { checkVerdicts } from '../../real-cluster/src/populated/check-verdicts.ts';
import type { ClusterState, RealObject } from '../../real-cluster/src/populated/cluster-state.ts';
import { reportText, unknownMismatches } from '../../real-cluster/src/populated/report.ts';

const GOING = { deletionTimestamp: '2026-01-01T00:00:00Z' };

function object(name: string, more: Partial<ObjectMetadata> = {}): RealObject {
  const created = { resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  const metadata = { name, namespace: 'n', uid: `${name}-uid`, ...created, ...more };
  return { apiVersion: 'v1', kind: 'Pod', metadata };
}

function ownedBy(...names: readonly string[]): Partial<ObjectMetadata> {
  const ownerReferences = names.map((name) => {
    return { apiVersion: 'v1', kind: 'Pod', name, uid: `${name}-uid`, controller: true };
  });
  return { ownerReferences };
}

function state(...objects: readonly RealObject[]): ClusterState {
  return new Map(objects.map((each) => [each.metadata.uid, each]));
}

function reference(name: string): ObjectReference {
  return { apiVersion: 'v1', kind: 'Pod', namespace: 'n', name, uid: `${name}-uid` };
}

function verdict(said: Explanation['verdict'], name: string): [string, Explanation] {
  const base = { object: reference(name), sentence: say`Said.`, because: [], unread: [] };
  return [`${name}-uid`, { ...base, verdict: said }];
}

const NOTHING: PolicyForecast = {
  policy: 'Background',
  deleted: [],
  orphaned: [],
  kept: [],
  blocked: [],
  leftAlone: [],
  notVerified: [],
  kinds: [],
  namespaces: [],
  storage: [],
  requests: 0,
  seconds: 0,
  orders: 'alike',
  decides: [],
  outcomes: [],
  commands: { kubectl: [], kubectlBefore120: [], curl: [] },
};

describe('verdicts beside what became of the objects', () => {
  const agreesOf = (
    said: Explanation['verdict'],
    before: readonly RealObject[],
    after: readonly RealObject[],
  ): (string | undefined)[] => {
    const predicted = new Map([verdict(said, 'a')]);
    return checkVerdicts(predicted, state(...before), state(...after), () => '').map(
      ({ agrees }) => agrees,
    );
  };

  it.each([
    ['goes', [], 'yes'],
    ['goes', [object('a', GOING)], 'yes'],
    ['goes', [object('a')], 'no'],
    ['stays', [object('a')], 'yes'],
    ['stays', [object('a', GOING)], 'no'],
    ['waits', [], 'no'],
    ['not verified', [], 'not verified'],
  ] as const)('%s, and then %j: %s', (said, after, agrees) => {
    expect(agreesOf(said, [object('a')], after)).toEqual([agrees]);
  });

  it('what stayed because of an owner goes in turn, after the owner', () => {
    const before = [object('a', ownedBy('b')), object('b')];
    expect(agreesOf('stays', before, [])).toEqual(['in turn']);
    expect(agreesOf('stays', before, [object('b')])).toEqual(['no']);
  });
});

describe('a forecast beside what the deletion did', () => {
  const line = { object: reference('a'), rule: 'AD-17' };
  const agreesOf = (
    predicted: Partial<PolicyForecast>,
    after: readonly RealObject[],
    before: RealObject = object('a', ownedBy('b')),
  ): string[] =>
    checkForecast('case', { ...NOTHING, ...predicted }, [before], state(...after)).map(
      ({ group, agrees }) => `${group}: ${agrees}`,
    );

  it.each([
    [{ deleted: [line] }, [], 'Background deleted: yes'],
    [{ deleted: [line] }, [object('a')], 'Background deleted: no'],
    [{}, [object('a', ownedBy('b'))], 'Background no line: yes'],
    [{}, [object('a')], 'Background no line: no'],
  ] satisfies [Partial<PolicyForecast>, RealObject[], string][])(
    '%j, and then %j: %s',
    (predicted, after, agrees) => {
      expect(agreesOf(predicted, after)).toEqual([agrees]);
    },
  );

  it('of an object that is kept, the owner that keeps it', () => {
    const kept = [{ ...line, owner: reference('b') }];
    const owner = object('b');
    expect(agreesOf({ kept }, [object('a', ownedBy('b')), owner])).toEqual([
      'Background kept: yes',
    ]);
    expect(agreesOf({ kept }, [object('a'), owner])).toEqual(['Background kept: no']);
  });

  it('of an object that is blocked, whether it is in Terminating', () => {
    const by = { type: 'object', object: reference('c') } as const;
    const blocked = [{ ...line, by, terminating: true }];
    const blocker = object('c');
    expect(agreesOf({ blocked }, [object('a', GOING), blocker])).toEqual([
      'Background blocked: yes',
    ]);
    expect(agreesOf({ blocked }, [object('a'), blocker])).toEqual(['Background blocked: no']);
  });

  it('a group that nobody checks is none that came true', () => {
    expect(agreesOf({ newGroup: [line] } as object, [])).toEqual(['Background newGroup: no']);
  });

  it('where order matters, another one may have been taken', () => {
    const predicted = { deleted: [line], decides: [reference('a')] };
    expect(agreesOf(predicted, [object('a')])).toEqual(['Background deleted: in turn']);
  });

  it('what a controller made in its place is found by name or by owner', () => {
    const gone = object('a', ownedBy('b'));
    const heirs = [
      object('a', { uid: 'new' }),
      object('c', { uid: 'new', ...ownedBy('b') }),
      object('c', { uid: 'new' }),
    ];
    const found = heirs.map((heir) =>
      checkMadeAnew('case', NOTHING, [gone], state(gone), state(heir)).map(({ real }) => real),
    );
    expect(found).toEqual([['Pod n/a was made'], ['Pod n/c was made'], []]);
  });
});

describe('the report', () => {
  const base = { what: 'Pod a', group: 'stays', predicted: 'Stays.', real: 'gone' };
  const known = [{ pattern: /Pod b/, cause: 'It is known.' }];

  it('tells what is not known of what went otherwise', () => {
    const cases = [
      { ...base, agrees: 'no' } as const,
      { ...base, what: 'Pod b', agrees: 'no' } as const,
      { ...base, what: 'Pod c', agrees: 'yes' } as const,
    ];
    expect(unknownMismatches(cases, known)).toEqual([
      'stays · Pod a\n    predicted: Stays.\n    real: gone',
    ]);
    const text = reportText('Verdicts', cases, known);
    expect(text).toMatch(/^all +3 +1 +0 +0 +2$/m);
    expect(text).toContain('cause: It is known.');
  });

  it('tells what is known and was not seen', () => {
    expect(reportText('Verdicts', [], known)).toContain('no longer seen: It is known.');
  });
});
