import { type TSchema, Type } from 'typebox';

// The answers of gc-core/wire as JSON Schema: they document, the wire types rule. A test holds real answers against them.

const Timestamp = Type.String({ format: 'date-time' });
const Uid = Type.String({ minLength: 1 });

/** `OwnerReference` */
export const OwnerReference: TSchema = Type.Object({
  apiVersion: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  uid: Uid,
  controller: Type.Optional(Type.Boolean()),
  blockOwnerDeletion: Type.Optional(Type.Boolean()),
});

/** `ObjectReference` */
export const ObjectReference: TSchema = Type.Object({
  apiVersion: Type.String(),
  kind: Type.String(),
  namespace: Type.String(),
  name: Type.String(),
  uid: Uid,
});

const Verdict = oneOf('stays', 'goes', 'waits', 'not verified');
const VerdictTime = oneOf('now', 'next check', 'restart');

const Standing = Type.Object({
  verdict: Verdict,
  rule: Type.String(),
  when: Type.Optional(VerdictTime),
  blockedBy: Type.Optional(Type.String()),
  wrong: Type.Optional(
    Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), fault: Type.String() })),
  ),
});

const NodeRecord: TSchema = Type.Object({
  uid: Uid,
  apiVersion: Type.String(),
  kind: Type.String(),
  namespace: Type.String(),
  name: Type.String(),
  owners: Type.Array(OwnerReference),
  finalizers: Type.Array(Type.String()),
  resourceVersion: Type.Optional(Type.String()),
  creationTimestamp: Type.Optional(Type.String()),
  deletionTimestamp: Type.Optional(Type.String()),
  deletionGracePeriodSeconds: Type.Optional(Type.Integer()),
  virtual: Type.Boolean(),
  beingDeleted: Type.Boolean(),
  deletingDependents: Type.Boolean(),
  standing: Type.Optional(Standing),
});

const KindHealth = Type.Object({
  group: Type.String(),
  version: Type.String(),
  resource: Type.String(),
  kind: Type.String(),
  namespaced: Type.Boolean(),
  state: oneOf('listing', 'synced', 'backoff', 'forbidden', 'gone', 'unsupported', 'degraded'),
  objects: Type.Integer({ minimum: 0 }),
  since: Timestamp,
  message: Type.Optional(Type.String()),
});

const ClusterHealth = Type.Object({
  state: oneOf('syncing', 'live', 'stale'),
  since: Timestamp,
  kinds: Type.Array(KindHealth),
  message: Type.Optional(Type.String()),
});

const ClusterInfo = Type.Object({
  context: Type.String(),
  server: Type.String(),
  version: Type.String(),
  release: Type.Optional(Type.String()),
  embedded: Type.Boolean(),
  kubectl: Type.Optional(Type.Array(Type.String())),
});

/** `Sentence` */
export const SentenceSchema: TSchema = Type.Array(
  Type.Object({
    type: oneOf('text', 'object', 'code'),
    text: Type.Optional(Type.String()),
    object: Type.Optional(Type.Partial(ObjectReference)),
  }),
);

const Reason = Type.Object({
  rule: Type.String(),
  text: SentenceSchema,
  uids: Type.Array(Type.String()),
  objects: Type.Optional(Type.Array(ObjectReference)),
});

const Explanation = Type.Object({
  object: ObjectReference,
  release: Type.Optional(Type.String()),
  verdict: Verdict,
  when: Type.Optional(VerdictTime),
  sentence: SentenceSchema,
  because: Type.Array(Reason),
  triggers: Type.Optional(Type.Array(Reason)),
  unread: Type.Array(Type.String()),
});

const Index = Type.Integer({ minimum: 0 });

/** `PackedNodes` */
const PackedNodes = Type.Object(
  {
    kinds: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
    namespaces: Type.Array(Type.String()),
    traits: Type.Array(
      Type.Pick(NodeRecord, [
        'finalizers',
        'virtual',
        'beingDeleted',
        'deletingDependents',
        'deletionTimestamp',
        'deletionGracePeriodSeconds',
      ]),
    ),
    standings: Type.Array(Standing),
    references: Type.Array(OwnerReference),
    uids: Type.Array(Uid),
    names: Type.Array(Type.String()),
    kind: Type.Array(Index),
    namespace: Type.Array(Index),
    trait: Type.Array(Index),
    standing: Type.Array(Type.Integer({ minimum: -1 })),
    ownerCount: Type.Array(Index),
    owners: Type.Array(Type.Integer()),
    resourceVersion: Type.Array(Type.String()),
    creationTimestamp: Type.Array(Type.String()),
  },
  {
    description:
      'Columns, one row an object; kind, namespace, trait and standing are indexes into the lists. ' +
      'The references of a row are the next ownerCount of owners: nine times the row of the owner, plus ' +
      '1 or 2 for controller false or true, plus 3 or 6 for blockOwnerDeletion; -1 - i is references[i].',
  },
);

/** `PackedSnapshot` */
export const SnapshotSchema: TSchema = Type.Object({
  position: Type.String(),
  cluster: ClusterInfo,
  health: ClusterHealth,
  nodes: PackedNodes,
});

const GoneObject = Type.Object({ record: NodeRecord, at: Timestamp, text: SentenceSchema });

/** `ObjectDetails` */
export const ObjectDetailsSchema: TSchema = Type.Object({
  record: NodeRecord,
  gone: Type.Optional(Type.Object({ at: Timestamp, text: SentenceSchema })),
  explanation: Explanation,
  kubectl: Type.String(),
  owners: Type.Array(NodeRecord),
  goneOwners: Type.Optional(Type.Array(GoneObject)),
  dependents: Type.Array(NodeRecord),
  dependentsTotal: Type.Integer({ minimum: 0 }),
  history: Type.Array(Type.Object({ at: Timestamp, text: SentenceSchema })),
});

const AnyObject = Type.Object({}, { additionalProperties: true });

/** `Fork` */
export const ForkSchema: TSchema = Type.Object({
  id: Type.String(),
  uid: Uid,
  now: Type.Integer(),
  objects: Type.Array(AnyObject),
  resources: Type.Array(AnyObject),
  atWork: Type.Array(Uid),
  kubectl: Type.Optional(Type.Array(Type.String())),
  assumptions: Type.Array(SentenceSchema),
});

/** `Problem` */
export const ProblemSchema: TSchema = Type.Object({
  type: Type.String(),
  code: Type.String(),
  status: Type.Integer(),
  title: Type.String(),
  detail: Type.Optional(Type.String()),
});

/** One of the texts. */
export function oneOf(...values: readonly string[]): TSchema {
  return Type.Enum([...values]);
}
