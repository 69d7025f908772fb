import {
  collectContainers,
  collectImages,
  DEFAULT_CONTAINER_POLICY,
  DEFAULT_IMAGE_POLICY,
  detectLoop,
  EMPTY_MEMORY,
  EMPTY_NODE,
  KUBELET_RELEASES,
  type NodeContainer,
  type RunInput,
} from '@gcscope/gc-core';
import type { DecisionNote, ReasonCode } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { nodePictureOf, type PlannedNode } from '../src/node-picture-of.ts';

const SECOND = 1_000_000_000n;
const NOW = 1_800_000_000n * SECOND;

function dead(id: string, age: number, more: Partial<NodeContainer> = {}): NodeContainer {
  const createdAt = NOW - BigInt(age) * SECOND;
  return { id, pod: 'p', name: 'app', attempt: 0, createdAt, state: 'EXITED', ...more };
}

const INPUT: RunInput = {
  now: NOW,
  node: {
    ...EMPTY_NODE,
    pods: [{ uid: 'p', name: 'web', namespace: 'shop', state: 'live' }],
    containers: [
      dead('old', 90),
      dead('new', 30, { attempt: 1, image: 'used' }),
      dead('stray', 10, { pod: '__proto__', name: 'constructor' }),
    ],
    sandboxes: [{ id: 's', pod: 'x', attempt: 0, createdAt: NOW, state: 'NOTREADY' }],
    images: [
      { id: 'used', size: 10, repoTags: ['web:1', 'web:2'] },
      { id: 'unused', size: 70 },
      { id: 'kept', size: 5, pinned: true },
    ],
    logDirectories: ['shop_web_p'],
    imageFs: { capacityBytes: 100, availableBytes: 5 },
  },
  kubelet: {
    release: KUBELET_RELEASES['v1.36'],
    startedAt: NOW - 3600n * SECOND,
    sourcesReady: true,
    containerPolicy: DEFAULT_CONTAINER_POLICY,
    imagePolicy: DEFAULT_IMAGE_POLICY,
    memory: EMPTY_MEMORY,
  },
};

/** A node planned as the kubelet's loops decide, with one pass of detection ten minutes before. */
function planned(more: Partial<PlannedNode> = {}): PlannedNode {
  const { memory } = detectLoop({ ...INPUT, now: NOW - 600n * SECOND });
  const input = { ...INPUT, kubelet: { ...INPUT.kubelet, memory } };
  const runs = [collectContainers(input), collectImages(input)];
  return {
    name: 'worker-1',
    release: 'v1.36',
    now: NOW,
    node: INPUT.node,
    decisions: runs.flatMap(({ decisions }) => decisions),
    imageRecords: memory.imageRecords,
    thresholds: DEFAULT_IMAGE_POLICY,
    ...more,
  };
}

describe('nodePictureOf', () => {
  it('groups containers by pod and name, the newest first, each with its item', () => {
    const { pods } = nodePictureOf(planned());
    expect(
      pods.map(({ uid, name, state, units }) => [
        uid,
        name,
        state,
        units.map((unit) => [
          unit.name,
          unit.containers.map(({ id, goes, reason, age }) => [id, goes, reason, age]),
        ]),
      ]),
    ).toEqual([
      [
        'p',
        'web',
        'live',
        [
          [
            'app',
            [
              ['new', false, 'within-limits', 30_000],
              ['old', true, 'over-unit-limit', 90_000],
            ],
          ],
        ],
      ],
      ['__proto__', '', 'unknown', [['constructor', [['stray', true, 'pod-gone', 10_000]]]]],
    ]);
  });

  it('[IR-4] of several runs that keep an item, the one that came closest to removing it tells why', () => {
    const kept = (reason: ReasonCode, at: bigint, notes: readonly DecisionNote[] = []) =>
      ({ type: 'image', id: 'used', action: 'keep', reason, notes, at }) as const;
    const { images } = nodePictureOf(
      planned({
        decisions: [
          kept('image-too-young', NOW),
          kept('target-reached', NOW + 1n, ['tie']),
          kept('below-threshold', NOW + 2n),
        ],
      }),
    );
    expect(images[0]).toMatchObject({ goes: false, reason: 'target-reached', notes: ['tie'] });
  });

  it('says of images what holds them, how long they are unused, and what becomes of them', () => {
    const { images } = nodePictureOf(planned());
    expect(images.map(({ notes: _, ...image }) => image)).toEqual([
      {
        id: 'used',
        name: 'web:1',
        size: 10,
        pinned: false,
        inUse: true,
        goes: false,
        reason: 'image-in-use',
      },
      {
        id: 'unused',
        name: 'unused',
        size: 70,
        pinned: false,
        inUse: false,
        goes: true,
        reason: 'space',
        unusedFor: 'never used',
      },
      {
        id: 'kept',
        name: 'kept',
        size: 5,
        pinned: true,
        inUse: false,
        goes: false,
        reason: 'pinned',
        unusedFor: 'never used',
      },
    ]);
  });

  it('takes the disk with its thresholds, and counts what it does not draw', () => {
    const { disk, others } = nodePictureOf(planned());
    expect(disk).toEqual({
      capacityBytes: 100,
      availableBytes: 5,
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
    });
    expect(others.map(({ goes, all, words: [one] }) => [one, goes, all])).toEqual([
      ['sandbox', 1, 1],
      ['log directory', 0, 1],
      ['log link', 0, 0],
    ]);
  });

  it('of several runs the first that removes an item counts, with its time', () => {
    const stays = { type: 'container', id: 'new', reason: 'too-young', notes: [] } as const;
    const goes = { ...stays, action: 'remove', reason: 'over-unit-limit' } as const;
    const { pods } = nodePictureOf(
      planned({
        decisions: [
          { ...stays, action: 'keep' },
          { ...goes, at: NOW + 60n * SECOND },
          { ...goes, reason: 'pod-gone', at: NOW + 120n * SECOND },
          { ...stays, action: 'keep' },
        ],
      }),
    );
    const [newest, oldest] = pods[0]?.units[0]?.containers ?? [];
    expect(newest).toMatchObject({ goes: true, reason: 'over-unit-limit', goesIn: 60_000 });
    expect(oldest).toMatchObject({ goes: false, reason: '' });
  });

  it('finds an image by its runtime handler where the kubelet knows it so, else by its id', () => {
    const images = [{ id: 'i', size: 1, runtimeHandler: 'kata' }];
    const node = { pods: [], containers: [], images };
    const removed = { type: 'image', action: 'remove', reason: 'space', notes: [] } as const;
    for (const id of ['i', 'i,kata']) {
      const imageRecords = new Map([[id, { lastUsed: NOW - 5n * SECOND }]]);
      const decisions = [{ ...removed, id }];
      const picture = nodePictureOf(planned({ node, decisions, imageRecords }));
      expect(picture.images[0]).toMatchObject({ goes: true, unusedFor: 5000 });
      expect(picture.disk).toBeUndefined();
    }
  });

  it('says that an image is in use, also where no run looked: mounted, or by a dead container', () => {
    const containers = [
      dead('c', 0, { image: 'own' }),
      dead('d', 0, { volumeImages: ['mounted'] }),
    ];
    const images = ['own', 'mounted', 'other'].map((id) => ({ id, size: 1 }));
    const picture = nodePictureOf(
      planned({ node: { ...INPUT.node, containers, images }, decisions: [] }),
    );
    expect(picture.images.map(({ inUse }) => inUse)).toEqual([true, true, false]);
  });

  it('knows no age of a container that the runtime dates at the epoch or before', () => {
    for (const createdAt of [0n, -62_135_596_800n * SECOND]) {
      const node = { ...INPUT.node, containers: [dead('c', 0, { createdAt, state: 'UNKNOWN' })] };
      const [container] = nodePictureOf(planned({ node })).pods[0]?.units[0]?.containers ?? [];
      expect(container).not.toHaveProperty('age');
    }
  });
});
