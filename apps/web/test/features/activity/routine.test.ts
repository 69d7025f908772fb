import { type ActivityEntry, type ActivityType, type NodeRecord, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import {
  controllersAmong,
  describeRoutine,
  durationOf,
  foldRoutines,
  keysOf,
  withoutCronJobs,
} from '../../../src/features/activity/routine.ts';
import { isUnfolded, turned } from '../../../src/features/activity/unfolded.ts';
import { record } from '../../support/record.ts';

const cronJob = record({ uid: 'cron', kind: 'CronJob', name: 'cart-cleanup', namespace: 'shop' });
const deployment = record({ uid: 'web', kind: 'Deployment', name: 'web', namespace: 'shop' });
const cronJobs = controllersAmong([cronJob, deployment, record({ uid: 'other', name: 'web' })]);
let seq = 1000;

function line(type: ActivityType, kind: string, name: string, namespace = 'shop'): ActivityEntry {
  seq--;
  const object: NodeRecord = record({ uid: `${kind} ${name}`, kind, name, namespace });
  return { seq, type, at: '2026-11-21T09:00:00Z', text: say`Changed.`, object };
}

const NOISE = [
  line('gone', 'Pod', 'cart-cleanup-1795646165-fdv6t'),
  line('gone', 'Job', 'cart-cleanup-1795646165'),
  line('finalizer', 'Pod', 'cart-cleanup-1795646240-9p9q9'),
  line('created', 'Job', 'cart-cleanup-1795646240'),
  line('created', 'Pod', 'cart-cleanup-1795646240-9p9q9'),
  line('created', 'Job', 'cart-cleanup-1795646260'),
];

describe('the routine of a CronJob', () => {
  it('is one line at the place of its latest, and nothing else is folded', () => {
    const others = [
      line('created', 'Pod', 'web-12345'),
      line('created', 'Job', 'cart-cleanup-by-hand'),
      line('created', 'Job', 'cart-cleanup-1795646165', 'payments'),
      line('verdict', 'Pod', 'cart-cleanup-1795646240-9p9q9'),
    ];
    const [first, ...rest] = others;
    const entries = [first, ...NOISE, ...rest].flatMap((each) => each ?? []);
    const folded = foldRoutines(entries, cronJobs);
    expect(folded).toEqual([first, { controller: cronJob, entries: NOISE }, ...rest]);
  });

  it('has the verdict on an object that is gone since, so that no older line of it is its latest', () => {
    const verdict = line('verdict', 'Pod', 'cart-cleanup-1795646165-fdv6t');
    const entries = [...NOISE, verdict];
    expect(foldRoutines(entries, cronJobs)).toEqual([{ controller: cronJob, entries }]);
    expect(withoutCronJobs(entries, cronJobs)).toEqual([]);
    // Until then it is news; and so is that of a Pod of a rollout.
    expect(withoutCronJobs([verdict], cronJobs)).toEqual([verdict]);
    const pod = ['gone', 'verdict'].map((type) =>
      line(type as ActivityType, 'Pod', 'web-7d9f8c6b5-x2b4c'),
    );
    const [, ofPod] = pod;
    const rollout = [...pod, ...pod, ...pod];
    expect(foldRoutines(rollout, cronJobs)).toContain(ofPod);
  });

  it('says what it made, what is gone, and how many changes that leaves out', () => {
    expect(describeRoutine({ controller: cronJob, entries: NOISE })).toBe(
      'created 2 Jobs and 1 Pod; 1 Job and 1 Pod gone; 1 other change.',
    );
    expect(describeRoutine({ controller: cronJob, entries: NOISE.slice(0, 2) })).toBe(
      '1 Job and 1 Pod gone.',
    );
    const finalizers = NOISE.filter(({ type }) => type === 'finalizer');
    expect(describeRoutine({ controller: cronJob, entries: [...finalizers, ...finalizers] })).toBe(
      '2 changes to its Jobs.',
    );
  });

  it('stays as it is while it is short', () => {
    expect(foldRoutines(NOISE.slice(0, 2), cronJobs)).toEqual(NOISE.slice(0, 2));
  });
});

describe('a rollout of a Deployment', () => {
  const rollout = [
    line('gone', 'Pod', 'web-6c4b9d7f8-x2x4z'),
    line('deleting', 'Pod', 'web-6c4b9d7f8-x2x4z'),
    line('created', 'Pod', 'web-7gskxkcp78-28gtb'),
    line('created', 'ReplicaSet', 'web-7gskxkcp78'),
  ].map((entry, at) => ({ ...entry, at: `2026-11-21T09:00:0${9 - 3 * at}Z` }));

  it('is one line, which says how long it took; one after a pause is another', () => {
    const earlier = line('created', 'Pod', 'web-6c4b9d7f8-x2x4z');
    const before = { ...earlier, at: '2026-11-21T08:50:00Z' };
    const folded = foldRoutines([...rollout, before], cronJobs);
    expect(folded).toEqual([{ controller: deployment, entries: rollout }, before]);
    const routine = { controller: deployment, entries: rollout };
    expect(durationOf(routine)).toBe('Within 9s');
    expect(describeRoutine(routine)).toBe(
      'created 1 ReplicaSet and 1 Pod; 1 Pod gone; 1 other change.',
    );
  });

  it('stays unfolded while lines come at its beginning and leave the end of the list', () => {
    const routine = { controller: deployment, entries: rollout.slice(1) };
    const unfolded = turned(new Set(), keysOf(routine));
    const now = keysOf({ controller: deployment, entries: rollout.slice(0, -1) });
    expect(isUnfolded(unfolded, now)).toBe(true);
    expect(isUnfolded(turned(unfolded, now), now)).toBe(false);
  });

  it('hides nothing that the collector deleted, nor objects that only look alike', () => {
    const others = [
      { ...line('gone', 'Pod', 'web-6c4b9d7f8-x2x4z'), byCollector: true as const },
      line('created', 'ReplicaSet', 'web'),
      line('created', 'Pod', 'web-7gskxkcp78'),
      line('created', 'ConfigMap', 'web-7gskxkcp78'),
      line('created', 'ReplicaSet', 'web-7gskxkcp78', 'payments'),
    ];
    expect(foldRoutines(others, cronJobs)).toEqual(others);
  });

  it('is news, unlike what a CronJob does', () => {
    expect(withoutCronJobs([...NOISE, ...rollout], cronJobs)).toEqual(rollout);
  });
});
