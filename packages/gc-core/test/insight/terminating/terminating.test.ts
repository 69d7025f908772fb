import { describe, expect, it } from 'vitest';
import { terminating } from '../../../src/insight/terminating/terminating.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { describeTerminating } from '../../../src/wire/terminating.ts';
import { about, going, LATE, terminatingIn } from '../../support/evidence.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

const NOW = Date.parse(LATE);

describe('the command to look with', () => {
  it('[API-35] shows what a ConfigMap says, and of a Secret no content', () => {
    const held = { finalizers: ['example.com/hold'] };
    const commandOf = (kind: string): string | undefined =>
      about(terminatingIn([going('a', held, kind)], LATE), 'a').rootCauses[0]?.advice[0]?.command;
    expect(commandOf('ConfigMap')).toBe('kubectl --context test get configmaps/a -n shop -o yaml');
    expect(commandOf('Secret')).toBe('kubectl --context test describe secrets/a -n shop');
  });
});

describe('a report', () => {
  it('lists what is blocked, then what is unclear, then what is slow, each by name', () => {
    const slow = { deletionTimestamp: '2026-01-01T01:00:00Z', deletionGracePeriodSeconds: 3600 };
    const objects = [
      going('a', slow, 'Pod'),
      ...['n', 'm', 'o'].map((name) => going(name)),
      going('z', { finalizers: ['example.com/hold'] }),
      objectOf('child', { ownerReferences: [ownedBy('gone')] }),
    ];
    expect(terminatingIn(objects, LATE).objects.map(({ object }) => object.name)).toEqual([
      'z',
      'm',
      'n',
      'o',
      'a',
    ]);
  });

  it('lists the worst up to a limit, and counts the others', () => {
    const held = { finalizers: ['example.com/hold'] };
    const objects = [going('slow'), ...['b', 'c', 'a'].map((name) => going(name, held))];
    const simulation = watched(objects);
    const { graph } = simulation.process.collector;
    const view = { ...simulationView(simulation), deletionFacts: () => ({ now: NOW }) };
    const listed = (most?: number): unknown[] => {
      const report = terminating(graph.nodes(), view, undefined, most);
      const names = report.objects.map(({ object }) => object.name);
      return [names, report.unlisted, describeTerminating(report)];
    };
    const all = '4 objects are being deleted, 3 of them blocked.';
    expect(listed(2)).toEqual([['a', 'b'], { objects: 2, blocked: 1 }, all]);
    expect(listed()).toEqual([['a', 'b', 'c', 'slow'], undefined, all]);
  });

  it.each([
    [0, 0, 'No object is being deleted.'],
    [1, 0, '1 object is being deleted, and is not blocked.'],
    [1, 1, '1 object is being deleted, and is blocked.'],
    [2, 0, '2 objects are being deleted, none of them blocked.'],
    [2, 2, '2 objects are being deleted, all of them blocked.'],
  ])('says of %i objects that %i are blocked', (objects, blocked, words) => {
    const report = { objects: [], unread: [], unlisted: { objects, blocked } };
    expect(describeTerminating(report)).toBe(words);
  });

  it('[API-51] counts from the DELETE, not from the end of the grace period', () => {
    const pod = going('pod', { deletionGracePeriodSeconds: 30 }, 'Pod');
    const { since } = about(terminatingIn([pod], '2025-12-31T23:59:50Z'), 'pod');
    expect(since).toBe('2025-12-31T23:59:30Z');
  });
});
