import { KEEP_REASONS, REMOVE_REASONS } from '../meta/kubelet-decision.ts';
import {
  boolean,
  type Form,
  file,
  integer,
  list,
  object,
  oneOf,
  type Read,
  string,
  strings,
  word,
} from './schema-parts.ts';

const natural: Form<number> = { type: 'integer', minimum: 0 };

const pod = object(
  { uid: string, state: oneOf('live', 'terminated', 'gone') },
  { name: string, namespace: string },
);

const container = object(
  {
    id: word,
    pod: string,
    name: string,
    createdAt: string,
    state: oneOf('CREATED', 'RUNNING', 'EXITED', 'UNKNOWN'),
  },
  {
    attempt: natural,
    sandbox: string,
    image: string,
    imageName: string,
    runtimeHandler: string,
    volumeImages: strings,
    logPath: string,
  },
);

const sandbox = object(
  { id: word, pod: string, createdAt: string, state: oneOf('READY', 'NOTREADY') },
  { attempt: natural },
);

const node = {
  pods: list(pod),
  containers: list(container),
  sandboxes: list(sandbox),
  images: list(
    object(
      { id: word },
      { size: natural, pinned: boolean, repoTags: strings, runtimeHandler: string },
    ),
  ),
  logDirectories: strings,
  logLinks: list(object({ name: word, dangling: boolean }, { withoutStatus: boolean })),
  imageFs: object(
    { capacityBytes: natural, availableBytes: natural },
    { device: string, mountpoint: string },
  ),
};

const settings = {
  startedAt: string,
  sourcesReady: boolean,
  containerPolicy: object(
    {},
    { minAge: string, maxPerPodContainer: integer, maxContainers: integer },
  ),
  imagePolicy: object(
    {},
    {
      minAge: string,
      maxAge: string,
      highThresholdPercent: integer,
      lowThresholdPercent: integer,
    },
  ),
  /** Id of the image of the kubelet's own sandboxes. */
  sandboxImage: string,
};

const run = object(
  {
    collect: oneOf(
      'containers',
      'detectImages',
      'images',
      'deleteUnusedImages',
      'freeSpace',
      'reclaim',
    ),
  },
  {
    evictTerminatedPods: boolean,
    evictNonDeletedPods: boolean,
    /** Time of the pass, for `detectImages`. */
    at: string,
    /** Bytes to free, for `freeSpace`. */
    bytes: natural,
    /** Signal of the pressure, for `reclaim`. */
    signal: oneOf(
      'memory.available',
      'nodefs.available',
      'nodefs.inodesFree',
      'imagefs.available',
      'imagefs.inodesFree',
      'containerfs.available',
      'containerfs.inodesFree',
    ),
    layout: oneOf('one', 'separate imagefs', 'split imagefs'),
  },
);

const reasons: Form<Readonly<Record<string, string>>> = {
  type: 'object',
  additionalProperties: { enum: Object.keys({ ...KEEP_REASONS, ...REMOVE_REASONS }) },
};

const expectation = object(
  {},
  {
    containers: strings,
    sandboxes: strings,
    images: strings,
    logDirectories: strings,
    logLinks: strings,
    removed: strings,
    reasons,
    imageRecords: list(object({ image: word }, { firstDetected: string, lastUsed: string })),
    freedBytes: natural,
    error: string,
    events: strings,
    logLines: strings,
  },
);

/** Exactly one of the six names what fails. */
const intercept = object(
  { error: string },
  {
    remove: word,
    stop: word,
    status: word,
    list: oneOf('containers', 'sandboxes', 'images'),
    read: oneOf('logDirectories'),
    stats: oneOf('imageFs'),
  },
);

const nodeAndSettings = object({}, { ...node, ...settings });

const step = object(
  {},
  {
    name: string,
    set: object({}, { ...node, ...settings, now: string }),
    advance: string,
    restartKubelet: object({}, {}),
    run,
    intercept: list(intercept),
    expect: expectation,
  },
);

/** The published schema of a kubelet scenario file: its form. What only the engine can know, it says itself. */
export const KUBELET_SCENARIO_SCHEMA = file(
  'KubeletScenario',
  'gcscope kubelet scenario',
  object({}, { release: string, now: string, ...node, ...settings, steps: list(step) }),
  {},
);

/** The node and the settings of its kubelet as a document writes them: times are texts, what is left out has its default. */
export type KubeletScenarioNode = Read<typeof nodeAndSettings>;
/** The kinds of runs. */
export type KubeletScenarioRun = Read<typeof run>;
/** An expectation after a step. */
export type KubeletExpectation = Read<typeof expectation>;
/** One thing that fails in a run: exactly one of the six names it. */
export type KubeletIntercept = Read<typeof intercept>;
/** One step: exactly one action, or only an expectation. */
export type KubeletScenarioStep = Read<typeof step>;
/** A kubelet scenario document, as parsed; the published JSON Schema has checked its form. */
export type KubeletScenario = Read<typeof KUBELET_SCENARIO_SCHEMA>;
