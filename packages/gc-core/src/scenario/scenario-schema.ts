import {
  boolean,
  count,
  type JsonSchema,
  list,
  metadata,
  object,
  ref,
  string,
  strings,
} from './schema-parts.ts';

const queue: JsonSchema = { enum: ['graphChanges', 'attemptToDelete', 'attemptToOrphan'] };

/** A field that is null is absent, as in any JSON the API server reads. */
const orNull = (type: string): JsonSchema => ({ type: [type, 'null'] });
/** What a JavaScript number holds exactly. */
const whole: JsonSchema = {
  ...orNull('integer'),
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

const reference: JsonSchema = {
  oneOf: [
    { type: 'string', minLength: 1 },
    object({ apiVersion: string, kind: string, namespace: string, name: string, uid: string }, [
      'kind',
      'name',
    ]),
  ],
};

const ownerReferenceFields: JsonSchema = {
  apiVersion: string,
  kind: string,
  name: string,
  uid: string,
  controller: boolean,
  blockOwnerDeletion: boolean,
};

const storedReference = object(
  {
    ...ownerReferenceFields,
    controller: orNull('boolean'),
    blockOwnerDeletion: orNull('boolean'),
  },
  [],
  true,
);

const manifest = object(
  {
    apiVersion: { type: 'string', minLength: 1 },
    kind: { type: 'string', minLength: 1 },
    metadata: object(
      {
        name: string,
        namespace: string,
        uid: string,
        ownerReferences: list({ type: 'object' }),
        finalizers: strings,
      },
      [],
      true,
    ),
  },
  ['apiVersion', 'kind', 'metadata'],
  true,
);

const texts: JsonSchema = { ...orNull('object'), additionalProperties: string };

/** What the storage holds passes no decoder, which would refuse wrong types: here they are refused. */
const storedManifest = object(
  {
    apiVersion: { type: 'string', minLength: 1 },
    kind: { type: 'string', minLength: 1 },
    metadata: object(
      {
        name: { type: 'string', minLength: 1 },
        namespace: orNull('string'),
        uid: { type: 'string', minLength: 1 },
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
      ['name', 'uid'],
      true,
    ),
  },
  ['apiVersion', 'kind', 'metadata'],
  true,
);

/** All that a request may do. Reads are allowed to everybody. */
const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

const right = object(
  {
    verb: { enum: VERBS },
    resource: {
      type: 'string',
      pattern: '^[a-z*][a-z0-9-]*(/[a-z]+)?$',
      description:
        'a resource or subresource without its group, for example pods or deployments/finalizers',
    },
  },
  ['verb', 'resource'],
);

const deleteOptions: JsonSchema = {
  propagationPolicy: string,
  orphanDependents: boolean,
  gracePeriodSeconds: { type: 'integer' },
  preconditions: object({ uid: string, resourceVersion: string }),
};

const expectation = object({
  all: boolean,
  objects: list(
    object(
      {
        object: ref('reference'),
        exists: boolean,
        finalizers: strings,
        ownerReferences: list(object(ownerReferenceFields)),
        deletionTimestamp: { type: ['boolean', 'string'] },
        deletionGracePeriodSeconds: { type: 'integer' },
        generation: { type: 'integer' },
      },
      ['object'],
    ),
  ),
  onlyObjects: list(ref('reference')),
  graph: list(
    object(
      {
        node: string,
        owners: strings,
        virtual: boolean,
        beingDeleted: boolean,
        deletingDependents: boolean,
      },
      ['node'],
    ),
  ),
  attemptToDelete: strings,
  attemptToOrphan: strings,
  graphChanges: list(
    object({ type: string, object: string, virtual: boolean }, ['type', 'object']),
  ),
  absentOwnerCache: strings,
  requests: strings,
  events: strings,
  decisions: strings,
  verdicts: list(
    object(
      {
        object: ref('reference'),
        verdict: { enum: ['stays', 'goes', 'waits', 'not verified'] },
        because: strings,
      },
      ['object', 'verdict'],
    ),
  ),
});

const step = object({
  name: string,
  expect: ref('expectation'),
  error: string,
  message: string,
  as: { type: 'string', minLength: 1 },
  subresource: string,
  create: ref('manifest'),
  update: ref('manifest'),
  patch: object({ object: ref('reference'), patch: { type: 'object' }, subresource: string }, [
    'object',
    'patch',
  ]),
  delete: {
    oneOf: [ref('reference'), object({ object: ref('reference'), ...deleteOptions }, ['object'])],
  },
  put: list(ref('storedManifest')),
  remove: list(ref('reference')),
  unserve: strings,
  observe: object(
    {
      type: { enum: ['ADDED', 'MODIFIED', 'DELETED'] },
      object: ref('storedManifest'),
      queue: { enum: ['front', 'back'] },
    },
    ['type', 'object'],
  ),
  process: object({ queue, count }, ['queue']),
  step: {
    ...count,
    description:
      'Automatic stepping: so many microsteps. One is one event processed, or one worker pass; each event of the list that a start or restart queues is one of them.',
  },
  settle: object({ limit: count, explore: count }),
  advance: string,
  restartCollector: object({ order: list(ref('reference')) }),
  removeFinalizer: object({ object: ref('reference'), finalizer: string }, ['object', 'finalizer']),
  terminatePod: ref('reference'),
  intercept: object({ request: string, times: count, do: list(ref('step')), answer: string }, [
    'request',
    'answer',
  ]),
});

/** The published schema of a scenario file: its form. What only the engine can know, it says itself. */
export const SCENARIO_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://gcscope.dev/schemas/v1/scenario.json',
  title: 'gcscope scenario',
  ...object(
    {
      apiVersion: { const: 'gcscope.dev/v1' },
      kind: { const: 'Scenario' },
      metadata,
      spec: object({
        release: string,
        stepping: { enum: ['automatic', 'manual'] },
        absentOwnerCacheSize: count,
        now: string,
        resources: list(
          object(
            {
              apiVersion: {
                type: 'string',
                pattern: '^[^/]+(/[^/]+)?$',
                description: 'a version or <group>/<version>, for example v1 or example.com/v1',
              },
              kind: {
                type: 'string',
                pattern: '^[^/]+$',
                description: 'a kind, for example Widget',
              },
              resource: {
                type: 'string',
                pattern: '^[^/]+$',
                description: 'the name of a resource, for example widgets',
              },
              namespaced: boolean,
            },
            ['apiVersion', 'kind', 'resource', 'namespaced'],
          ),
        ),
        unserved: strings,
        users: list(
          object({ name: { type: 'string', minLength: 1 }, cannot: list(ref('right')) }, ['name']),
        ),
        objects: list(ref('storedManifest')),
        steps: list(ref('step')),
      }),
    },
    ['apiVersion', 'kind', 'metadata', 'spec'],
  ),
  $defs: { reference, manifest, storedManifest, expectation, step, right },
};
