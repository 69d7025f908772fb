import { describe, expect, it } from 'vitest';
import { PROPAGATION_POLICIES } from '../../src/meta/propagation-policy.ts';
import { judgeJoin } from '../../src/player/judge-join.ts';
import { offersAt } from '../../src/player/offers-at.ts';
import { play } from '../../src/player/play.ts';
import { plain } from '../support/plain.ts';
import {
  APPS,
  directed,
  forkOf,
  left,
  object,
  owned,
  REST,
  release,
  SHOP,
  WEB,
} from '../support/shop-fork.ts';

describe('a fork', () => {
  it.each(PROPAGATION_POLICIES)('[%s] comes to rest, and Pods end with their grace', (policy) => {
    const shop = SHOP.filter(({ metadata }) => metadata.uid !== 'b');
    const played = play(forkOf(shop, 'web'), { propagationPolicy: policy, actions: [] });
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

  it('[API-54] Pods end while time passes, also before the collector goes on', () => {
    const { steps } = play(WEB, directed([]));
    // The Pods are marked, and the collector has yet to look at their owner.
    const at = steps.findIndex(({ subject, rule }) => subject?.uid === 'b' && rule === 'GB-17') + 1;
    expect(steps[at - 1]?.queues.attemptToDelete).not.toEqual([]);
    const wait = (seconds: number): typeof steps =>
      play(WEB, directed([{ at, act: { type: 'advance', seconds } }])).steps;
    const [clock, first, second] = wait(30).slice(at);
    expect(clock).toMatchObject({ actor: 'clock', at: 0 });
    expect(plain(clock)?.sentence).toBe('Time passes before the collector continues: 30s.');
    expect([first, second].map((step) => [step?.actor, step?.at])).toEqual([
      ['kubelet', 30_000],
      ['kubelet', 30_000],
    ]);
    const [, later] = wait(10).slice(at);
    expect([later?.actor, later?.at]).toEqual([steps[at]?.actor, 10_000]);
    expect(wait(10).at(-1)?.at).toBe(steps.at(-1)?.at);
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

  it('[NS-02] says of a DELETE of what is already being deleted that it is one more', () => {
    const old = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'old', uid: 'old', deletionTimestamp: '2026-01-01T00:00:00Z' },
      spec: { finalizers: ['example.com/hold'] },
    };
    const { steps } = play(forkOf([old], 'old'), directed([]));
    expect(steps).toMatchObject([{ rule: 'NS-02', objects: [] }]);
    expect(steps.map((step) => plain(step)?.sentence)).toEqual([
      'A user deletes Namespace `old` again, with the policy Foreground. It was already being deleted.',
    ]);
  });

  it('says what could not be done', () => {
    const nobody = { type: 'terminatePod', uid: 'nobody' } as const;
    const { faults } = play(WEB, directed([{ at: 2, act: nobody }]));
    expect(faults).toEqual([
      'After step 2, the action “terminatePod” was left out: its object does not exist at this step.',
    ]);
  });

  it('[DM-11] an owner that comes late has another uid, and does not help', () => {
    const restored = [object('v1', 'Secret', 'child', owned('ReplicaSet', 'lost')), ...SHOP];
    const create = { type: 'create', uid: 'lost' } as const;
    const source = forkOf(restored, 'alone');
    expect(offersAt(source, directed([]), 0, []).actions).toContainEqual(create);
    const played = play(source, directed([{ at: 0, act: create }]));
    expect(played.steps[0]?.requests[0]).toMatchObject({ method: 'POST', code: 201 });
    const [made] = played.steps[0]?.objects ?? [];
    expect(made?.after?.metadata.name).toBe('lost');
    expect(made?.after?.metadata.uid).not.toBe('lost');
  });
});

describe('owners that were never there', () => {
  const create = { type: 'create', uid: 'lost' } as const;

  it('[KM-02] one that is named in lower case is created as what it is', () => {
    const child = object('v1', 'Secret', 'child', owned('replicaset', 'lost'));
    const played = play(forkOf([child, ...SHOP], 'alone'), directed([{ at: 0, act: create }]));
    expect(plain(played.steps[0])?.sentence).toContain('creates ReplicaSet `shop/lost`');
    expect(played.steps[0]?.requests[0]).toMatchObject({ method: 'POST', code: 201 });
  });

  it('[KM-03] a list cannot be created', () => {
    const child = object('v1', 'Secret', 'child', owned('ReplicaSetList', 'lost'));
    const source = forkOf([child, ...SHOP], 'alone');
    expect(offersAt(source, directed([]), 0, []).actions).not.toContainEqual(create);
    const { faults } = play(source, directed([{ at: 0, act: create }]));
    expect(faults).toHaveLength(1);
  });
});

type Join = Parameters<typeof judgeJoin>[3];

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
    const actions = [
      { at: 0, act: joined },
      { at: 0, act: edit },
    ];
    const played = play(WEB, directed([...actions, { at: 9, act: release }]));
    expect(played.steps[0]?.requests[0]).toMatchObject({ method: 'PATCH', code: 200 });
    expect(plain(played.steps[1])?.sentence).toContain('`example.com/keep`');
    expect(left(played)).toEqual([...REST, 'web'].toSorted());
    const freed = [
      ...actions,
      { at: 0, act: { ...joined, type: 'setBlocking', blockOwnerDeletion: false } as const },
    ];
    expect(left(play(WEB, directed([...freed, { at: 9, act: release }])))).toEqual(REST);
    const gone = [...actions, { at: 0, act: { ...joined, type: 'removeReference' } as const }];
    expect(left(play(WEB, directed([...gone, { at: 9, act: release }])))).toEqual(REST);
  });

  it('[API-20] removes one finalizer beside another that the collector has not seen yet', () => {
    const hold = { uid: 'web', finalizer: 'example.com/late' } as const;
    const played = play(
      WEB,
      directed([
        { at: 0, act: { type: 'addFinalizer', ...hold } },
        { at: 3, act: { type: 'removeFinalizer', ...hold } },
        { at: 11, act: release },
      ]),
    );
    expect(played.faults).toEqual([]);
    expect(left(played)).toEqual(REST);
    // The deletion is still one in the foreground.
    const ends = played.steps.filter(({ rule }) => rule === 'FG-01');
    expect(ends.map(({ subject }) => subject?.uid)).toContain('web');
  });

  it('says that a reference holds, what follows, and how to set it', () => {
    expect(plain(judgeJoin(WEB, directed([]), 0, joined))).toEqual({
      holds: true,
      rule: 'CL-09',
      sentence:
        'The reference is valid: Deployment `shop/web` exists where the collector looks for it.',
      consequences: [
        'When Deployment `shop/web` is gone, Secret `shop/alone` goes, too.',
        'A foreground deletion of Deployment `shop/web` waits for Secret `shop/alone`. To set this, you may need the right to update finalizers of the owner.',
      ],
      patch:
        'kubectl patch secrets/alone -n shop --type=json -p \'[{"op":"test","path":"/metadata/uid","value":"alone"},{"op":"add","path":"/metadata/ownerReferences","value":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","uid":"web","blockOwnerDeletion":true}]}]\'',
    });
  });

  it('aims that command at the cluster it is a fork of', () => {
    const fork = { ...WEB.fork, kubectl: ['--context', 'demo'] };
    const verdict = judgeJoin({ ...WEB, fork }, directed([]), 0, joined);
    expect(verdict?.patch).toMatch(/^kubectl --context demo patch secrets\/alone -n shop /);
  });

  it.each([
    ['CL-13', { ...joined, owner: 'far' }, 'a reference cannot cross namespaces'],
    ['CL-04', { ...joined, uid: 'node' }, 'cannot have a namespaced owner'],
    ['VA-04', { ...joined, uid: 'rs', controller: true, owner: 'alone' }, 'refuses it'],
  ])('[%s] says why a reference does not hold', (rule, wrong, why) => {
    const said = plain(judgeJoin(WEB, directed([]), 0, wrong));
    expect(said).toMatchObject({ holds: false, rule, sentence: expect.stringContaining(why) });
  });

  it('[AD-16] sees that two objects would own each other', () => {
    const cycle = { ...joined, uid: 'web', owner: 'rs' };
    expect(plain(judgeJoin(WEB, directed([]), 0, cycle))?.consequences.join(' ')).toContain(
      'own each other',
    );
  });

  it('[AD-10] [AD-02] references no longer matter to what is being deleted', () => {
    // The collector has not seen the deletion after the first step.
    const said = (join: Join, at = 1): string[] =>
      plain(judgeJoin(WEB, directed([]), at, join))?.consequences.slice() ?? [];
    const deleting = { ...joined, uid: 'web', owner: 'rs' };
    expect(said(deleting, 2)).toEqual(said(deleting));
    expect(said(deleting)).toEqual([
      'Deployment `shop/web` is already being deleted: it goes, whatever owners it has.',
      'A foreground deletion of ReplicaSet `shop/rs` waits for Deployment `shop/web`. To set this, you may need the right to update finalizers of the owner.',
    ]);
    const alone = said({ ...joined, uid: 'web', owner: 'alone', blockOwnerDeletion: false });
    expect(alone.slice(1)).toEqual([
      'A foreground deletion of Secret `shop/alone` does not wait for Deployment `shop/web`.',
    ]);
    const below = object(APPS, 'Deployment', 'web', owned('Secret', 'alone'));
    const above = forkOf([below, ...SHOP.filter(({ metadata }) => metadata.uid !== 'web')], 'web');
    const [atRest, going] = [0, 2].map((at) =>
      plain(judgeJoin(above, directed([]), at, joined))?.consequences.join(' '),
    );
    expect(atRest).toContain('own each other');
    // The owner in deletion goes first.
    expect(going).not.toContain('own each other');
    // The Pod `b`, which a finalizer keeps, and its owner, which waits for it.
    const last = play(WEB, directed([])).steps.length;
    const kept = judgeJoin(WEB, directed([]), last, { ...joined, uid: 'b' });
    expect(plain(kept)?.sentence).toBe(
      'The reference is valid, but Deployment `shop/web` is being deleted in the foreground.',
    );
  });

  it('[DM-04] refuses what is already there', () => {
    const again = { ...joined, uid: 'rs' };
    const verdict = plain(judgeJoin(WEB, directed([]), 0, again));
    expect(verdict).toEqual({
      holds: false,
      rule: 'DM-04',
      sentence: 'ReplicaSet `shop/rs` already has the owner Deployment `shop/web`.',
      consequences: [],
    });
    const finalizer = (uid: string, name: string) =>
      ({ type: 'addFinalizer', uid, finalizer: name }) as const;
    const played = play(
      WEB,
      directed([
        { at: 0, act: again },
        { at: 0, act: finalizer('b', 'example.com/hold') },
        { at: 1, act: finalizer('web', 'foregroundDeletion') },
      ]),
    );
    expect(played.faults).toEqual([
      'After step 0, the action “addReference” was left out: the object already has this owner.',
      'After step 0, the action “addFinalizer” was left out: the object already has this finalizer.',
      'After step 1, the action “addFinalizer” was left out: the object already has this finalizer.',
    ]);
    expect(played.steps).toEqual(play(WEB, directed([])).steps);
  });
});
