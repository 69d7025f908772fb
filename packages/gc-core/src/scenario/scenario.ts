import type { Manifest } from '../meta/object-meta.ts';
import {
  boolean,
  count,
  type Form,
  file,
  integer,
  type JsonSchema,
  list,
  object,
  oneOf,
  open,
  pattern,
  type Read,
  ref,
  string,
  strings,
  word,
} from './schema-parts.ts';

/** A field that is null is absent, as in any JSON the API server reads. */
const orNull = (type: string): JsonSchema => ({ type: [type, 'null'] });
/** An integer that a JavaScript number holds exactly. */
const whole: JsonSchema = {
  ...orNull('integer'),
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** `[<apiVersion>/]<Kind> [<namespace>/]<name>`, `uid:<uid>`, or the parts by name. */
export type ReferenceText = string | Read<typeof referenceParts>;

const referenceParts = object(
  { kind: string, name: string },
  { apiVersion: string, namespace: string, uid: string },
);
const reference: Form<ReferenceText> = { oneOf: [word, referenceParts] };
const toReference = ref('reference', reference);

const ownerReferenceFields = {
  apiVersion: string,
  kind: string,
  name: string,
  uid: string,
  controller: boolean,
  blockOwnerDeletion: boolean,
};

const storedReference = open(
  {},
  {
    ...ownerReferenceFields,
    controller: orNull('boolean'),
    blockOwnerDeletion: orNull('boolean'),
  },
);

const manifest: Form<Manifest> = open(
  {
    apiVersion: word,
    kind: word,
    metadata: open(
      {},
      {
        name: string,
        namespace: string,
        uid: string,
        ownerReferences: list({ type: 'object' }),
        finalizers: strings,
      },
    ),
  },
  {},
);

const texts: JsonSchema = { ...orNull('object'), additionalProperties: string };

/** Stored objects pass no decoder, so wrong types are refused here. */
const storedManifest: Form<Manifest> = open(
  {
    apiVersion: word,
    kind: word,
    metadata: open(
      { name: word, uid: word },
      {
        namespace: orNull('string'),
        generateName: orNull('string'),
        resourceVersion: orNull('string'),
        generation: whole,
        creationTimestamp: orNull('string'),
        deletionTimestamp: orNull('string'),
        deletionGracePeriodSeconds: whole,
        ownerReferences: { ...orNull('array'), items: storedReference },
        finalizers: { ...orNull('array'), items: string },
        labels: texts,
        annotations: texts,
      },
    ),
  },
  {},
);
const toStored = ref('storedManifest', storedManifest);

/** All that a request may do. Reads are allowed to every user. */
const verb: Form<string> = oneOf(
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
);

const right = object(
  {
    verb,
    resource: pattern(
      '^[a-z*][a-z0-9-]*(/[a-z]+)?$',
      'a resource or subresource without its group, for example pods or deployments/finalizers',
    ),
  },
  {},
);

const deleteOptions = {
  propagationPolicy: string,
  orphanDependents: boolean,
  gracePeriodSeconds: integer,
  preconditions: object({}, { uid: string, resourceVersion: string }),
};
const deletion = object({ object: toReference }, deleteOptions);
const toDelete: Form<ReferenceText | Read<typeof deletion>> = { oneOf: [toReference, deletion] };

const booleanOrText: Form<boolean | string> = { type: ['boolean', 'string'] };

const expectedObject = object(
  { object: toReference },
  {
    exists: boolean,
    finalizers: strings,
    ownerReferences: list(object({}, ownerReferenceFields)),
    deletionTimestamp: booleanOrText,
    deletionGracePeriodSeconds: integer,
    generation: integer,
  },
);

const expectedNode = object(
  { node: string },
  { owners: strings, virtual: boolean, beingDeleted: boolean, deletingDependents: boolean },
);

const expectation = object(
  {},
  {
    /** With `explore`: every order must meet the rest, not only one. */
    all: boolean,
    objects: list(expectedObject),
    onlyObjects: list(toReference),
    graph: list(expectedNode),
    attemptToDelete: strings,
    attemptToOrphan: strings,
    graphChanges: list(object({ type: string, object: string }, { virtual: boolean })),
    absentOwnerCache: strings,
    requests: strings,
    events: strings,
    decisions: strings,
    verdicts: list(
      object(
        { object: toReference, verdict: oneOf('stays', 'goes', 'waits', 'not verified') },
        { because: strings },
      ),
    ),
  },
);

const anyObject: Form<Readonly<Record<string, unknown>>> = { type: 'object' };
const intercept = object({ request: string, answer: string }, { times: count });

const stepFields = {
  name: string,
  expect: ref('expectation', expectation),
  error: string,
  message: string,
  /** The user who sends the request; without it the default user, who may do everything. */
  as: word,
  by: {
    ...word,
    description:
      'In words, the controller that would send the request, for example “ReplicaSet controller”; without it a user.',
  },
  subresource: string,
  create: ref('manifest', manifest),
  update: ref('manifest', manifest),
  patch: object({ object: toReference, patch: anyObject }, { subresource: string }),
  delete: toDelete,
  put: list(toStored),
  remove: list(toReference),
  /** `apiVersion/Kind` pairs that the server serves no longer, as after an upgrade. */
  unserve: strings,
  observe: object(
    { type: oneOf('ADDED', 'MODIFIED', 'DELETED'), object: toStored },
    { queue: oneOf('front', 'back') },
  ),
  process: object(
    { queue: oneOf('graphChanges', 'attemptToDelete', 'attemptToOrphan') },
    { count },
  ),
  step: {
    ...count,
    description:
      'With automatic stepping: the number of microsteps. In one microstep, the collector processes one event, or a worker makes one pass. After a start or restart, each event of the first list takes a microstep.',
  },
  settle: object({}, { limit: count, explore: count }),
  advance: string,
  restartCollector: object({}, { order: list(toReference) }),
  removeFinalizer: object({ object: toReference, finalizer: string }, {}),
  terminatePod: toReference,
};
const stepWithoutSteps = object({}, stepFields);

/** One step: exactly one action, or only an expectation. */
export interface ScenarioStep extends Read<typeof stepWithoutSteps> {
  readonly intercept?: Read<typeof intercept> & { readonly do?: readonly ScenarioStep[] };
}

const step: Form<ScenarioStep> = object(
  {},
  {
    ...stepFields,
    intercept: object(
      { request: string, answer: string },
      { times: count, do: list(ref<ScenarioStep>('step')) },
    ),
  },
);

const resource = object(
  {
    apiVersion: pattern(
      '^[^/]+(/[^/]+)?$',
      'a version or <group>/<version>, for example v1 or example.com/v1',
    ),
    kind: pattern('^[^/]+$', 'a kind, for example Widget'),
    resource: pattern('^[^/]+$', 'the name of a resource, for example widgets'),
    namespaced: boolean,
  },
  {},
);

/** The published schema of a scenario file: its form. What only the engine can know, it says itself. */
export const SCENARIO_SCHEMA = file(
  'Scenario',
  'gcscope scenario',
  object(
    {},
    {
      release: string,
      stepping: oneOf('automatic', 'manual'),
      absentOwnerCacheSize: count,
      now: string,
      resources: list(resource),
      unserved: strings,
      /** Present, they turn on authorisation and the admission of owner references (AM-01). */
      users: list(object({ name: word }, { cannot: list(right) })),
      objects: list(toStored),
      steps: list(ref('step', step)),
    },
  ),
  { reference, manifest, storedManifest, expectation, step },
);

/** Expected fields of one object; only written fields are compared. */
export type ExpectedObject = Read<typeof expectedObject>;
/** Expected fields of one node of the graph; an absent flag is not checked, except `virtual`, which is then false. */
export type ExpectedNode = Read<typeof expectedNode>;
/** An expectation after a step. */
export type Expectation = Read<typeof expectation>;
/** A scenario document, as parsed; the published JSON Schema has checked its form. */
export type Scenario = Read<typeof SCENARIO_SCHEMA>;

/** How one step went; `diff` says what did not match, line by line. */
export interface StepResult {
  readonly index: number;
  readonly name: string;
  readonly result: 'passed' | 'failed';
  readonly diff: readonly string[];
  /** With `explore`: what was left in the orders tried, and how often. */
  readonly outcomes?: readonly Outcome[];
}

/** One end of a settle in different orders. */
export interface Outcome {
  /** One line an object that is left. */
  readonly objects: readonly string[];
  readonly count: number;
}

/** How a scenario went. */
export interface ScenarioResult {
  readonly name: string;
  readonly result: 'passed' | 'failed';
  readonly steps: readonly StepResult[];
}

/** The document says something that cannot be: an unknown reference, a step that does not fit the stepping. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  /** Where in the document, as keys and indexes. */
  readonly path: readonly (string | number)[];
  /** Whether the path begins at the document; else the caller knows the rest of it. */
  readonly isPlaced: boolean;

  constructor(message: string, path: readonly (string | number)[] = [], isPlaced = false) {
    super(message);
    this.path = path;
    this.isPlaced = isPlaced;
  }
}
