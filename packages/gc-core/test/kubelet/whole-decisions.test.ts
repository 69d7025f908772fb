import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import type { Decision, Removal } from '../../src/kubelet/decision.ts';
import type { ImageRecord } from '../../src/kubelet/image-records.ts';
import { KUBELET_RELEASES } from '../../src/kubelet/kubelet-releases.ts';
import type { RunInput, RunResult } from '../../src/kubelet/kubelet-run.ts';
import { evictionOrder } from '../../src/kubelet/plan-images.ts';
import { DEFAULT_IMAGE_POLICY } from '../../src/kubelet/policies.ts';
import { dead, kubelet, NOW, runOn, SECOND } from './node-fixture.ts';

/** All that a decision says, on one line. */
function lineOf(decision: Decision | Removal): string {
  const { type, id, action, reason, rule, notes } = decision;
  const place = 'rank' in decision ? ` ${decision.group}#${decision.rank}` : '';
  return `${type} ${id}: ${action} ${reason} ${rule}${place}${notes.map((note) => ` (${note})`).join('')}`;
}

function linesOf({ decisions }: RunResult): string[] {
  return decisions.map(lineOf);
}

function limits(maxPerPodContainer: number, maxContainers = -1, minAge = 0n) {
  return { containerPolicy: { minAge, maxPerPodContainer, maxContainers } };
}

const pods = ['p', 'q'].map((uid) => ({
  uid,
  name: uid,
  namespace: 'test',
  state: 'live' as const,
}));
const over = { uid: 'over', name: 'over', namespace: 'test', state: 'gone' as const };

describe('all that a run of containers says', () => {
  it('[C-7] [C-8] [C-9] of containers', () => {
    const containers = [
      dead('young', 1),
      dead('running', 99, { state: 'RUNNING' }),
      dead('old', 30),
      dead('mid-1', 20, { attempt: 1 }),
      dead('mid-2', 20, { attempt: 2 }),
      dead('new', 10),
      dead('of-nobody', 50, { pod: 'nobody' }),
    ];
    const by = kubelet(limits(2, -1, 5n * SECOND));
    expect(linesOf(collectContainers(runOn({ containers }, by)))).toEqual([
      'container of-nobody: remove pod-gone C-8 6 nobody main#0',
      'container old: remove over-unit-limit C-9 1 p main#1',
      'container mid-1: remove over-unit-limit C-9 1 p main#2 (tie)',
      'container young: keep too-young C-7',
      'container running: keep running C-7',
      'container new: keep within-limits C-9',
      'container mid-2: keep within-limits C-9 (tie)',
    ]);
  });

  it('[C-8] while a source is silent: only who may be gone is held for that', () => {
    const containers = [
      dead('live', 9),
      dead('unknown', 9, { pod: 'nobody' }),
      dead('gone', 9, { pod: 'over' }),
    ];
    const by = kubelet({ ...limits(1), sourcesReady: false });
    expect(linesOf(collectContainers(runOn({ pods: [...pods, over], containers }, by)))).toEqual([
      'container live: keep within-limits C-9',
      'container unknown: keep sources-not-ready C-8',
      'container gone: keep sources-not-ready C-8',
    ]);
  });

  it('[C-10] as many as the node may hold are not cut to a share', () => {
    const own = [5, 4, 3].map((age) => dead(`c${age}`, age));
    const containers = [...own, dead('o', 1, { name: 'other' })];
    const removed = (max: number): string[] =>
      collectContainers(runOn({ containers }, kubelet(limits(-1, max)))).removed.map(lineOf);
    expect(removed(4)).toEqual([]);
    const stays = (perPod: number, max: number): string[] =>
      linesOf(collectContainers(runOn({ containers }, kubelet(limits(perPod, max))))).filter(
        (line) => line.includes('keep'),
      );
    const kept = (rule: string, ...ids: string[]): string[] =>
      ids.map((id) => `container ${id}: keep within-limits ${rule}`);
    expect(stays(-1, -1)).toEqual(kept('C-9', 'c5', 'c4', 'c3', 'o'));
    expect(stays(9, 4)).toEqual(kept('C-9', 'c5', 'c4', 'c3', 'o'));
    expect(stays(-1, 4)).toEqual(kept('C-10', 'c5', 'c4', 'c3', 'o'));
    expect(stays(9, 3)).toEqual(kept('C-10.1', 'c3', 'o'));
    expect(stays(-1, 1)).toEqual(kept('C-10.2', 'o'));
    expect(removed(3)).toEqual([
      'container c5: remove over-fair-share C-10.1 1 p main#0',
      'container c4: remove over-fair-share C-10.1 1 p main#1',
    ]);
  });

  it('[S-1] of sandboxes', () => {
    const box = (id: string, pod: string, age: number, state: 'READY' | 'NOTREADY') => ({
      id,
      pod,
      attempt: 0,
      createdAt: NOW - BigInt(age) * SECOND,
      state,
    });
    const sandboxes = [
      box('newest', 'p', 1, 'NOTREADY'),
      box('second', 'p', 2, 'NOTREADY'),
      box('third', 'p', 3, 'NOTREADY'),
      box('in-use', 'p', 4, 'NOTREADY'),
      box('ready', 'p', 5, 'READY'),
      box('gone-1', 'nobody', 7, 'NOTREADY'),
      box('gone-2', 'nobody', 8, 'NOTREADY'),
      box('gone-ready', 'nobody', 9, 'READY'),
    ];
    const containers = [dead('c', 4, { sandbox: 'in-use', state: 'RUNNING' })];
    const run = (release: 'v1.7' | 'v1.36'): string[] =>
      linesOf(collectContainers(runOn({ containers, sandboxes }, kubelet({ release })))).filter(
        (line) => line.startsWith('sandbox'),
      );
    const same = {
      removals: [
        'sandbox third: remove superseded-sandbox S-1 p#2',
        'sandbox second: remove superseded-sandbox S-1 p#3',
      ],
      kept: [
        'sandbox newest: keep newest-sandbox S-1',
        'sandbox ready: keep sandbox-active S-1',
        'sandbox in-use: keep sandbox-active S-1',
        'sandbox gone-ready: keep sandbox-active S-1',
      ],
    };
    expect(run('v1.36')).toEqual([
      ...same.removals,
      'sandbox gone-2: remove pod-gone S-1 nobody#0 (order-unknown)',
      'sandbox gone-1: remove pod-gone S-1 nobody#0 (order-unknown)',
      ...same.kept,
    ]);
    expect(run('v1.7')).toEqual([
      ...same.removals,
      'sandbox gone-2: remove pod-gone S-1 nobody#0',
      'sandbox gone-1: remove pod-gone S-1 nobody#1',
      ...same.kept,
    ]);
  });

  it('[L-1] [L-2] of logs', () => {
    const link = (name: string, dangling = true) => ({ name, dangling });
    const node = {
      containers: [dead('abcdef', 9, { state: 'RUNNING' })],
      logDirectories: ['ns_a_p', 'ns_a_x', 'ns_b_x'],
      logLinks: [
        link('p_n_c-abcdef.log'),
        link('p_n_c-fedcba.log'),
        link('p_n_c-000000.log', false),
        link('readme.txt'),
      ],
    };
    expect(linesOf(collectContainers(runOn(node))).slice(1)).toEqual([
      'log directory ns_a_x: remove pod-gone L-1 x#0',
      'log directory ns_b_x: remove pod-gone L-1 x#1',
      'log directory ns_a_p: keep pod-exists L-1',
      'log link p_n_c-fedcba.log: remove dangling-link L-2 p_n_c-fedcba.log#0',
      'log link p_n_c-abcdef.log: keep container-not-exited L-2',
      'log link p_n_c-000000.log: keep link-intact L-2',
      'log link readme.txt: keep no-log-suffix L-2',
    ]);
    const silent = collectContainers(
      runOn({ logDirectories: ['ns_a_x'] }, kubelet({ sourcesReady: false })),
    );
    expect(linesOf(silent)).toEqual(['log directory ns_a_x: keep sources-not-ready L-1']);
  });
});

function record(id: string, lastUsed: number, firstDetected: number, pinned = false): ImageRecord {
  const at = (age: number): bigint => NOW - BigInt(age) * SECOND;
  return {
    id,
    runtimeHandler: '',
    size: 100,
    pinned,
    lastUsed: at(lastUsed),
    firstDetected: at(firstDetected),
  };
}

describe('all that a run of images says', () => {
  it('[IR-1] last use comes first, first detection second; equal in both is a tie', () => {
    const records = [
      record('used-late-seen-early', 1, 90),
      record('used-early-seen-late', 9, 10),
      record('b', 5, 20),
      record('a', 5, 20),
      record('same-use-seen-late', 5, 15),
      record('same-seen', 4, 20),
      record('seen-then-too', 3, 20),
    ];
    const { candidates, kept } = evictionOrder(records, new Set(), KUBELET_RELEASES['v1.36']);
    expect(candidates.map(({ key, rank }) => `${key} ${rank}`)).toEqual([
      'used-early-seen-late 0',
      'b 1',
      'a 1',
      'same-use-seen-late 3',
      'same-seen 4',
      'seen-then-too 5',
      'used-late-seen-early 6',
    ]);
    expect(kept).toEqual([]);
  });

  it.each([
    ['v1.28', ['image infra: keep sandbox-image IM-2', 'image used: keep image-in-use I-4']],
  ] as const)('[I-4] [IM-1] [IM-2] %s: what is no candidate', (release, used) => {
    const records = [record('infra', 9, 9), record('used', 9, 9), record('pin', 9, 9, true)];
    const inUse = new Set(['infra', 'used']);
    const { kept } = evictionOrder(records, inUse, KUBELET_RELEASES[release], 'infra');
    expect(kept.map(lineOf)).toEqual([...used, 'image pin: keep pinned IM-1']);
  });

  const images = ['a', 'b', 'c', 'young'].map((id) => ({ id, size: 100 }));
  const memory = {
    hasDetected: true,
    containerGcFailed: false,
    imageGcFailed: false,
    imageRecords: new Map(
      [
        record('a', 400, 400),
        record('b', 300, 300),
        record('c', 200, 200),
        record('young', 9, 9),
      ].map((each) => [each.id, each]),
    ),
  };

  describe('of images that were last used at one time', () => {
    const sizes = { big: 500, mid: 300, small: 100, last: 900 };
    const tied = Object.entries(sizes).map(([id, size]) => ({ id, size }));
    const imageRecords = new Map(
      tied.map(({ id, size }) => [id, { ...record(id, 400, id === 'last' ? 400 : 500), size }]),
    );
    const run = (collect: (input: RunInput) => RunResult, maxAge = 0n): string[] => {
      const by = kubelet({
        startedAt: NOW - 1000n * SECOND,
        memory: { ...memory, imageRecords },
        imagePolicy: { ...DEFAULT_IMAGE_POLICY, maxAge },
      });
      return linesOf(collect(runOn({ images: tied }, by)));
    };

    it.each([
      [
        'any of them may go instead',
        400,
        [
          'image big: remove space IR-4 images#0 (tie)',
          'image mid: keep target-reached IR-4 (tie)',
          'image small: keep target-reached IR-4 (tie)',
          'image last: keep target-reached IR-4',
        ],
      ],
      [
        'one is needed in any case, others may go before it',
        450,
        [
          'image big: remove space IR-4 images#0',
          'image mid: keep target-reached IR-4 (tie)',
          'image small: keep target-reached IR-4 (tie)',
          'image last: keep target-reached IR-4',
        ],
      ],
      [
        'all go, in any order',
        900,
        [
          'image big: remove space IR-4 images#0 (order-unknown)',
          'image mid: remove space IR-4 images#0 (order-unknown)',
          'image small: remove space IR-4 images#0 (order-unknown)',
          'image last: keep target-reached IR-4',
        ],
      ],
    ] as const)('[IR-4] %s', (_, bytes, lines) => {
      expect(run((input) => freeSpace(input, bytes))).toEqual(lines);
    });

    it.each([
      ['IR-2', 'unused-too-long', collectImages],
      ['IR-6', 'pressure-reclaim', deleteUnusedImages],
    ] as const)('[%s] all go, and a tie decides nothing', (rule, reason, collect) => {
      const all = ['big', 'mid', 'small'].map(
        (id) => `image ${id}: remove ${reason} ${rule} images#0 (order-unknown)`,
      );
      const last = `image last: remove ${reason} ${rule} images#3`;
      expect(run(collect, 300n * SECOND).slice(0, 4)).toEqual([...all, last]);
    });
  });

  it('[IR-7] v1.7: the first image in use ends the step', () => {
    const containers = [dead('x', 9, { image: 'b', state: 'RUNNING' })];
    const by = kubelet({
      release: 'v1.7',
      memory,
      imagePolicy: { ...DEFAULT_IMAGE_POLICY, minAge: 0n },
    });
    expect(linesOf(freeSpace(runOn({ images, containers }, by), 1000))).toEqual([
      'image a: remove space IR-4 images#0',
      'image c: remove space IR-4 images#1',
      'image young: remove space IR-4 images#2',
      'image b: keep image-in-use IR-7',
    ]);
  });
});
