import { KEEP_REASONS, REMOVE_REASONS } from '../kubelet/decision.ts';
import {
  boolean,
  type JsonSchema,
  list,
  metadata,
  object,
  ref,
  string,
  strings,
} from './schema-parts.ts';

const id: JsonSchema = { type: 'string', minLength: 1 };
const whole: JsonSchema = { type: 'integer' };
const natural: JsonSchema = { type: 'integer', minimum: 0 };

const pod = object(
  { uid: string, name: string, namespace: string, state: { enum: ['live', 'terminated', 'gone'] } },
  ['uid', 'state'],
);

const container = object(
  {
    id,
    pod: string,
    name: string,
    attempt: natural,
    createdAt: string,
    state: { enum: ['CREATED', 'RUNNING', 'EXITED', 'UNKNOWN'] },
    sandbox: string,
    image: string,
    imageName: string,
    runtimeHandler: string,
    volumeImages: strings,
    logPath: string,
  },
  ['id', 'pod', 'name', 'createdAt', 'state'],
);

const sandbox = object(
  {
    id,
    pod: string,
    attempt: natural,
    createdAt: string,
    state: { enum: ['READY', 'NOTREADY'] },
  },
  ['id', 'pod', 'createdAt', 'state'],
);

const image = object(
  { id, size: natural, pinned: boolean, repoTags: strings, runtimeHandler: string },
  ['id'],
);

const node: JsonSchema = {
  pods: list(pod),
  containers: list(container),
  sandboxes: list(sandbox),
  images: list(image),
  logDirectories: strings,
  logLinks: list(
    object({ name: id, dangling: boolean, withoutStatus: boolean }, ['name', 'dangling']),
  ),
  imageFs: object(
    { capacityBytes: natural, availableBytes: natural, device: string, mountpoint: string },
    ['capacityBytes', 'availableBytes'],
  ),
};

const settings: JsonSchema = {
  startedAt: string,
  sourcesReady: boolean,
  containerPolicy: object({ minAge: string, maxPerPodContainer: whole, maxContainers: whole }),
  imagePolicy: object({
    minAge: string,
    maxAge: string,
    highThresholdPercent: whole,
    lowThresholdPercent: whole,
  }),
  sandboxImage: string,
};

const run = object(
  {
    collect: {
      enum: ['containers', 'detectImages', 'images', 'deleteUnusedImages', 'freeSpace', 'reclaim'],
    },
    evictTerminatedPods: boolean,
    evictNonDeletedPods: boolean,
    at: string,
    bytes: natural,
    signal: {
      enum: [
        'memory.available',
        'nodefs.available',
        'nodefs.inodesFree',
        'imagefs.available',
        'imagefs.inodesFree',
        'containerfs.available',
        'containerfs.inodesFree',
      ],
    },
    layout: { enum: ['one', 'separate imagefs', 'split imagefs'] },
  },
  ['collect'],
);

const expectation = object({
  containers: strings,
  sandboxes: strings,
  images: strings,
  logDirectories: strings,
  logLinks: strings,
  removed: strings,
  reasons: { type: 'object', additionalProperties: { enum: [...KEEP_REASONS, ...REMOVE_REASONS] } },
  imageRecords: list(object({ image: id, firstDetected: string, lastUsed: string }, ['image'])),
  freedBytes: natural,
  error: string,
  events: strings,
  logLines: strings,
});

const intercept = object(
  {
    remove: id,
    stop: id,
    status: id,
    list: { enum: ['containers', 'sandboxes', 'images'] },
    read: { enum: ['logDirectories'] },
    stats: { enum: ['imageFs'] },
    error: string,
  },
  ['error'],
);

const step = object({
  name: string,
  set: object({ ...node, ...settings, now: string }),
  advance: string,
  restartKubelet: object({}),
  run,
  intercept: list(intercept),
  expect: ref('expectation'),
});

/** The published schema of a kubelet scenario file: its form. What only the engine can know, it says itself. */
export const KUBELET_SCENARIO_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://gcscope.dev/schemas/v1/kubelet-scenario.json',
  title: 'gcscope kubelet scenario',
  ...object(
    {
      apiVersion: { const: 'gcscope.dev/v1' },
      kind: { const: 'KubeletScenario' },
      metadata,
      spec: object({
        release: string,
        now: string,
        ...node,
        ...settings,
        steps: list(ref('step')),
      }),
    },
    ['apiVersion', 'kind', 'metadata', 'spec'],
  ),
  $defs: { expectation, step },
};
