import type {
  ContainerOnNode,
  EvictUnit,
  ImageOnNode,
  NodePicture,
  PodOnNode,
} from '../../src/node-picture.ts';

const MINUTE = 60_000;

/** A container that exited and stays, made ten minutes ago. */
export function container(more: Partial<ContainerOnNode> = {}): ContainerOnNode {
  return {
    id: 'c0',
    attempt: 0,
    state: 'EXITED',
    age: 10 * MINUTE,
    goes: false,
    reason: 'within-limits',
    notes: [],
    ...more,
  };
}

/** A living pod with these containers of one name. */
export function pod(name: string, containers: readonly ContainerOnNode[]): PodOnNode {
  return { uid: name, namespace: 'shop', name, state: 'live', units: [unit('app', containers)] };
}

export function unit(name: string, containers: readonly ContainerOnNode[]): EvictUnit {
  return { name, containers };
}

/** An image that stays. */
export function image(more: Partial<ImageOnNode> = {}): ImageOnNode {
  return {
    id: 'sha256:1',
    name: 'registry.test/web:1',
    size: 1024 ** 3,
    pinned: false,
    inUse: false,
    goes: false,
    reason: 'below-threshold',
    notes: [],
    ...more,
  };
}

/** A node with one pod of three containers, three images, and a full disk. */
export function smallNode(more: Partial<NodePicture> = {}): NodePicture {
  const goes = { goes: true, reason: 'over-unit-limit' } as const;
  return {
    name: 'worker-1',
    release: 'v1.36',
    pods: [
      pod('web', [
        container({ id: 'c2', attempt: 2, state: 'RUNNING', reason: 'running', age: 5000 }),
        container({ id: 'c1', attempt: 1 }),
        container({ id: 'c0', age: 60 * MINUTE, ...goes }),
      ]),
    ],
    images: [
      image({ inUse: true, reason: 'image-in-use' }),
      image({ id: 'p', name: 'pause', size: 300_000, pinned: true, reason: 'pinned' }),
      image({
        id: 'old',
        name: 'old:1',
        size: 2 * 1024 ** 3,
        goes: true,
        reason: 'space',
        unusedFor: 'never used',
      }),
    ],
    disk: {
      capacityBytes: 10 * 1024 ** 3,
      availableBytes: 1024 ** 3,
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
    },
    others: [
      { words: ['sandbox', 'sandboxes'], goes: 1, all: 2 },
      { words: ['log directory', 'log directories'], goes: 0, all: 1 },
    ],
    warnings: [],
    ...more,
  };
}
