import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { PROPAGATION_POLICIES } from '../../src/meta/propagation-policy.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { judgeJoin } from '../../src/player/judge-join.ts';
import { offersAt } from '../../src/player/offers-at.ts';
import { type Piece, play } from '../../src/player/play.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import type { Cue, Direction, Fork, Playback } from '../../src/wire/playback.ts';

const APPS = 'apps/v1';
const NOW = Date.UTC(2026, 0, 1);

function owned(kind: string, name: string, over: object = {}): object {
  const reference = { apiVersion: APPS, kind, name, uid: name, controller: true };
  return { ownerReferences: [{ ...reference, blockOwnerDeletion: true, ...over }] };
}

function object(apiVersion: string, kind: string, name: string, meta: object = {}): ApiObject {
  const metadata = { namespace: 'shop', name, uid: name, ...meta };
  return { apiVersion, kind, metadata, ...(kind === 'Pod' && { spec: { nodeName: 'n' } }) };
}

/** web → rs → Pods a and b; b is held by a finalizer. */
const SHOP = [
  object(APPS, 'Deployment', 'web'),
  object(APPS, 'ReplicaSet', 'rs', owned('Deployment', 'web')),
  object('v1', 'Pod', 'a', owned('ReplicaSet', 'rs')),
  object('v1', 'Pod', 'b', { ...owned('ReplicaSet', 'rs'), finalizers: ['example.com/hold'] }),
  object('v1', 'Secret', 'alone'),
  { ...object('v1', 'Secret', 'far'), metadata: { namespace: 'other', name: 'far', uid: 'far' } },
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node', uid: 'node' } },
];

function forkOf(objects: readonly ApiObject[], uid: string): Piece {
  const { resources } = ResourceTable.builtIn();
  const fork: Fork = { id: 'f', uid, now: NOW, objects, resources, atWork: [], assumptions: [] };
  return { type: 'fork', fork };
}

const WEB = forkOf(SHOP, 'web');

function directed(cues: readonly Cue[], over: Partial<Direction> = {}): Direction {
  return { propagationPolicy: 'Foreground', cues, ...over };
}

/** The uids that are left in the graph. */
function left({ nodes, steps }: Playback): string[] {
  const records = new Map(nodes.map((record) => [record.uid, record]));
  for (const step of steps) applyDelta(records, step.delta);
  return [...records.keys()].toSorted();
}

const uidOf = (line: string): string | undefined => line.split(' ').at(-1);

const REST = ['alone', 'far', 'node'];
const release = { type: 'removeFinalizer', uid: 'b', finalizer: 'example.com/hold' } as const;

describe('a fork', () => {
  it.each(PROPAGATION_POLICIES)('[%s] comes to rest, and Pods end with their grace', (policy) => {
    const shop = SHOP.filter(({ metadata }) => metadata.uid !== 'b');
    const played = play(forkOf(shop, 'web'), { propagationPolicy: policy, cues: [] });
    expect(left(played)).toEqual(policy === 'Orphan' ? ['a', ...REST, 'rs'].toSorted() : REST);
    expect(played.steps[0]).toMatchObject({ actor: 'user', subject: { uid: 'web' } });
    const kubelet = played.steps.filter(({ actor }) => actor === 'kubelet');
    expect(kubelet.map(({ at }) => at)).toEqual(policy === 'Orphan' ? [] : [30_000]);
  });

  it('[API-54] Pods whose grace ends at one moment end together', () => {
    const pods = Array.from({ length: 30 }, (_, at) =>
      object('v1', 'Pod', `p${at}`, owned('Deployment', 'web')),
    );
    const crowd = forkOf([object(APPS, 'Deployment', 'web'), ...pods], 'web');
    const { steps } = play(crowd, directed([]));
    const first = steps.findIndex(({ actor }) => actor === 'kubelet');
    expect(steps.slice(first, first + 30).every(({ actor }) => actor === 'kubelet')).toBe(true);
    // Not a step for each pair of Pods.
    expect(steps.length).toBeLessThan(30 * 8);
  });

  it('shows log lines in the form of its release', () => {
    const [v17, v36] = (['v1.17', 'v1.36'] as const).map((each) =>
      play(WEB, directed([], { release: each })).steps.flatMap(({ log = [] }) => log),
    );
    const line = (lines: typeof v17, about: RegExp): string =>
      lines?.find(({ text }) => about.test(text))?.text ?? '';
    expect(line(v36, /^"Deleting item" item="\[v1\/Pod, /)).toContain(
      'propagationPolicy="Background"',
    );
    expect(line(v17, /^delete object \[v1\/Pod, /)).toContain('with propagation policy Background');
  });

  it('[API-61] goes on from any step when a finalizer is removed', () => {
    const held = play(WEB, directed([]));
    expect(left(held)).toEqual([...REST, 'b', 'rs', 'web'].toSorted());
    for (let at = 1; at <= held.steps.length; at++) {
      const freed = play(WEB, directed([{ at, act: release }]));
      expect(freed.faults).toEqual([]);
      expect(freed.steps.slice(0, at)).toEqual(held.steps.slice(0, at));
      expect(freed.steps[at]?.actor).toBe('controller');
      expect(left(freed)).toEqual(REST);
    }
  });

  it('[API-14] takes another policy midway', () => {
    const again = { type: 'delete', uid: 'web', propagationPolicy: 'Orphan' } as const;
    const played = play(WEB, directed([{ at: 1, act: again }]));
    expect(left(played)).toContain('b');
    expect(left(played)).not.toContain('web');
  });

  it('says what could not be done', () => {
    const nobody = { type: 'terminatePod', uid: 'nobody' } as const;
    const { faults } = play(WEB, directed([{ at: 2, act: nobody }]));
    expect(faults).toEqual([
      'After step 2 “terminatePod” was not possible: its object is not there.',
    ]);
  });

  it('[DM-11] an owner that comes late has another uid, and does not help', () => {
    const restored = [object('v1', 'Secret', 'child', owned('ReplicaSet', 'lost')), ...SHOP];
    const create = { type: 'create', uid: 'lost' } as const;
    const piece = forkOf(restored, 'alone');
    expect(offersAt(piece, directed([]), 0, []).actions).toContainEqual(create);
    const played = play(piece, directed([{ at: 0, act: create }]));
    expect(played.steps[0]?.requests[0]).toMatchObject({ method: 'POST', code: 201 });
    const [made] = played.steps[0]?.objects ?? [];
    expect(made?.after?.metadata.name).toBe('lost');
    expect(made?.after?.metadata.uid).not.toBe('lost');
  });
});

describe('what could happen', () => {
  it('offers what frees something, and the object that was picked', () => {
    const at = play(WEB, directed([])).steps.length;
    const { actions } = offersAt(WEB, directed([]), at, ['alone']);
    expect(actions[0]).toEqual(release);
    expect(actions).toContainEqual({ type: 'delete', uid: 'alone', propagationPolicy: 'Orphan' });
  });

  it('lets one choose who goes next, and only then', () => {
    expect(offersAt(WEB, directed([]), 0, []).choices).toEqual([]);
    const { choices } = offersAt(WEB, directed([]), 2, []);
    expect(choices.filter(({ byDefault }) => byDefault)).toHaveLength(1);
    const other = choices.find(({ byDefault }) => !byDefault);
    if (!other) throw new Error('There is no other choice.');
    const chosen = play(WEB, directed([{ at: 2, act: other.act }]));
    expect(chosen.steps[2]?.subject?.uid).toBe(other.act.uid);
    expect(chosen.faults).toEqual([]);
  });

  it('[AD-19] lets another worker of the queue act between the requests of a pass', () => {
    const at = play(WEB, directed([])).steps.findIndex(({ actor }) => actor === 'delete-worker');
    const { choices } = offersAt(WEB, directed([]), at, []);
    const [usual, stands] = choices;
    expect(usual).toMatchObject({ byDefault: true, act: { uid: 'rs' } });
    expect(stands).toEqual({
      act: { type: 'next', queue: 'attemptToDelete', uid: 'rs', stands: true },
      byDefault: false,
      between: ['GET', 'GET'],
    });
    if (!stands) return;
    const cues = [{ at, act: stands.act }];
    const [before, first, second] = play(WEB, directed(cues)).steps.slice(at - 1);
    expect(before?.queues.attemptToDelete.map(uidOf)).toEqual(['rs', 'web']);
    expect(first).toMatchObject({
      sentence:
        'Sends GET ReplicaSet `shop/rs` and stands now, before GET Deployment `shop/web`: others may come between.',
      requests: [{ method: 'GET' }],
      standing: [
        { queue: 'attemptToDelete', next: { method: 'GET', path: expect.stringMatching(/web$/) } },
      ],
    });
    // The second worker finds that the owner waits for the dependent, which so waits again.
    expect(second).toMatchObject({ subject: { uid: 'web' }, rule: 'FG-02' });
    const after = offersAt(WEB, directed(cues), at + 2, []);
    expect(after.choices[0]).toMatchObject({ byDefault: true, act: { uid: 'rs', goesOn: true } });
    const { steps } = play(WEB, directed(cues));
    const [on] = steps.slice(at + 2);
    expect(on?.sentence).toMatch(/^The worker that stood goes on. ReplicaSet `shop\/rs` goes/);
    expect(on?.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
    expect(on).not.toHaveProperty('standing');
    // Each line of the log is written once, when its request is made.
    const logged = steps.slice(at, at + 3).flatMap(({ log = [] }) => log.map(({ text }) => text));
    expect(logged.filter((text) => text.startsWith('"Processing item"'))).toHaveLength(2);
    expect(logged.filter((text) => text.startsWith('"classify item'))).toHaveLength(1);
  });

  it('two workers of a queue may stand, and then nobody takes from it', () => {
    const children = ['a', 'b', 'c'].map((name) =>
      object('v1', 'Secret', name, owned('Deployment', 'web')),
    );
    const piece = forkOf([object(APPS, 'Deployment', 'web'), ...children], 'web');
    const stand = (uid: string): Cue['act'] => ({
      type: 'next',
      queue: 'attemptToDelete',
      uid,
      stands: true,
    });
    const background = { propagationPolicy: 'Background' } as const;
    // After the DELETE, and after the graph builder has seen it.
    const cues = ['a', 'b'].map((uid, index) => ({ at: 2 + index, act: stand(uid) }));
    const last = play(piece, directed(cues, background)).steps[3];
    expect(last?.standing).toHaveLength(2);
    expect(last?.queues.attemptToDelete.map(uidOf)).toEqual(['c']);
    const { choices } = offersAt(piece, directed(cues, background), 4, []);
    expect(choices.map(({ act, byDefault }) => [act.uid, act.goesOn, byDefault])).toEqual([
      ['a', true, true],
      ['b', true, false],
    ]);
    const third = [...cues, { at: 4, act: stand('c') }];
    const { steps, faults } = play(piece, directed(third, background));
    expect(faults).toHaveLength(1);
    expect(steps[4]).toMatchObject({ subject: { uid: 'a' }, rule: 'AD-17' });
  });

  it('[AC-02] says where the order decides what is left', () => {
    const file = '../../scenarios/incidents/redis-cross-namespace-v1.13-exporter-first.yaml';
    const scenario = parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Scenario;
    const redis = { type: 'scene', scenario } as const;
    const { choices } = offersAt(redis, { cues: [] }, 0, []);
    expect(choices.map(({ act, difference }) => [act.uid, difference])).toEqual([
      ['redis-exporter-uid', undefined],
      [
        'redis-cluster-uid',
        'In the end StatefulSet `monitoring/redis-exporter` stays, StatefulSet `kube-system/redis` stays.',
      ],
    ]);
  });
});

describe('what if', () => {
  const joined = {
    type: 'addReference',
    uid: 'alone',
    owner: 'web',
    controller: false,
    blockOwnerDeletion: true,
  } as const;

  it('[FG-02] comes before the deletion, which it changes', () => {
    const edit = { type: 'addFinalizer', uid: 'alone', finalizer: 'example.com/keep' } as const;
    const cues = [
      { at: 0, act: joined },
      { at: 0, act: edit },
    ];
    const played = play(WEB, directed([...cues, { at: 9, act: release }]));
    expect(played.steps[0]?.requests[0]).toMatchObject({ method: 'PATCH', code: 200 });
    expect(played.steps[1]?.sentence).toContain('`example.com/keep`');
    expect(left(played)).toEqual([...REST, 'web'].toSorted());
    const freed = [
      ...cues,
      { at: 0, act: { ...joined, type: 'setBlocking', blockOwnerDeletion: false } as const },
    ];
    expect(left(play(WEB, directed([...freed, { at: 9, act: release }])))).toEqual(REST);
    const gone = [...cues, { at: 0, act: { ...joined, type: 'removeReference' } as const }];
    expect(left(play(WEB, directed([...gone, { at: 9, act: release }])))).toEqual(REST);
  });

  it('says that a reference holds, what follows, and how to set it', () => {
    expect(judgeJoin(WEB, directed([]), 0, joined)).toEqual({
      holds: true,
      rule: 'CL-09',
      sentence: 'It holds: Deployment `shop/web` lives where it is looked for.',
      consequences: [
        'When Deployment `shop/web` is gone, Secret `shop/alone` goes, too.',
        'A foreground deletion of Deployment `shop/web` waits for Secret `shop/alone`. Who sets this may need the right to update finalizers of the owner.',
      ],
      patch:
        'kubectl patch secrets/alone -n shop --type=json -p \'[{"op":"add","path":"/metadata/ownerReferences","value":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","uid":"web","blockOwnerDeletion":true}]}]\'',
    });
  });

  it.each([
    ['CL-13', { ...joined, owner: 'far' }],
    ['CL-04', { ...joined, uid: 'node' }],
    ['VA-04', { ...joined, uid: 'rs', controller: true, owner: 'alone' }],
  ])('[%s] says why a reference does not hold', (rule, wrong) => {
    expect(judgeJoin(WEB, directed([]), 0, wrong)).toMatchObject({ holds: false, rule });
  });

  it('[AD-16] sees that two objects would own each other', () => {
    const circle = { ...joined, uid: 'web', owner: 'rs' };
    expect(judgeJoin(WEB, directed([]), 0, circle)?.consequences.join(' ')).toContain(
      'own each other',
    );
  });
});
