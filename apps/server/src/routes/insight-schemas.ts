import { AUDIT_RULES } from '@gcscope/gc-core/wire';
import { type TSchema, Type } from 'typebox';
import { ObjectReference, OwnerReference, oneOf, SentenceSchema } from './schemas.ts';

// As in schemas.ts: they document, the wire types rule.

const Texts = Type.Array(Type.String());
const Count = Type.Integer({ minimum: 0 });
const Line = { object: ObjectReference, rule: Type.String() };

const blocker = {
  finalizers: Type.Optional(Texts),
  removedBy: Type.Optional(Type.String()),
  reference: Type.Optional(OwnerReference),
  text: Type.Optional(SentenceSchema),
  object: Type.Optional(ObjectReference),
};
const Blocker = Type.Object({ type: oneOf('finalizer', 'reference', 'object'), ...blocker });
const Awaited = Type.Object({
  type: oneOf('finalizer', 'reference', 'object', 'kubelet'),
  rule: Type.String(),
  ...blocker,
});

const PolicyForecast = Type.Object({
  policy: oneOf('Background', 'Foreground', 'Orphan'),
  deleted: Type.Array(
    Type.Object({
      ...Line,
      after: Type.Optional(Awaited),
      remadeBy: Type.Optional(ObjectReference),
    }),
  ),
  orphaned: Type.Array(Type.Object(Line)),
  kept: Type.Array(Type.Object({ ...Line, owner: ObjectReference })),
  blocked: Type.Array(Type.Object({ ...Line, by: Blocker, terminating: Type.Boolean() })),
  leftAlone: Type.Array(Type.Object({ ...Line, reference: OwnerReference, text: SentenceSchema })),
  notVerified: Type.Array(Type.Object({ ...Line, unread: Texts })),
  refused: Type.Optional(Type.Array(Type.Object({ ...Line, text: SentenceSchema }))),
  kinds: Type.Array(
    Type.Object({
      kind: Type.String(),
      deleted: Count,
      orphaned: Count,
      kept: Count,
      blocked: Count,
      leftAlone: Count,
      notVerified: Count,
    }),
  ),
  namespaces: Texts,
  storage: Type.Array(
    Type.Object({
      object: ObjectReference,
      volume: Type.Optional(ObjectReference),
      after: Type.Optional(Type.String()),
    }),
  ),
  requests: Count,
  seconds: Count,
  orders: oneOf('alike', 'tried', 'untried'),
  decides: Type.Array(ObjectReference),
  outcomes: Type.Array(
    Type.Object({
      orders: Count,
      deleted: Type.Array(ObjectReference),
      terminating: Type.Array(ObjectReference),
      living: Type.Array(ObjectReference),
    }),
  ),
  commands: Type.Object({ kubectl: Texts, kubectlBefore120: Texts, curl: Texts }),
});

/** `Forecast` */
export const ForecastSchema: TSchema = Type.Object({
  release: Type.Optional(Type.String()),
  targets: Type.Array(ObjectReference),
  policies: Type.Array(PolicyForecast),
  unread: Texts,
});

const State = oneOf('slow', 'stuck', 'unknown');

/** `TerminatingReport` */
export const TerminatingSchema: TSchema = Type.Object({
  changesIn: Type.Optional(Type.Number()),
  objects: Type.Array(
    Type.Object({
      object: ObjectReference,
      since: Type.Optional(Type.String()),
      state: State,
      blockedBy: Type.Optional(Type.String()),
      chain: Type.Array(
        Type.Object({ object: ObjectReference, waitsFor: SentenceSchema, rule: Type.String() }),
      ),
      leaves: Type.Array(
        Type.Object({
          type: Type.String(),
          state: State,
          object: ObjectReference,
          text: SentenceSchema,
          rules: Texts,
          advice: Type.Array(
            Type.Object({
              text: SentenceSchema,
              command: Type.String(),
              risk: SentenceSchema,
              outcome: Type.Optional(SentenceSchema),
            }),
          ),
        }),
      ),
      misleading: Type.Array(
        Type.Object({ type: Type.String(), rule: Type.String(), text: SentenceSchema }),
      ),
    }),
  ),
  unread: Texts,
});

/** `AuditReport` */
export const AuditSchema: TSchema = Type.Object({
  findings: Type.Array(
    Type.Object({
      id: Type.String(),
      rule: oneOf(...AUDIT_RULES),
      severity: oneOf('error', 'warning'),
      object: ObjectReference,
      reference: Type.Optional(OwnerReference),
      finalizer: Type.Optional(Type.String()),
      text: SentenceSchema,
      when: Type.Optional(oneOf('now', 'next check', 'restart')),
      effect: SentenceSchema,
      rules: Texts,
      patch: Type.Object({ body: Type.String(), command: Type.String(), risk: SentenceSchema }),
    }),
  ),
  objects: Count,
  unverified: Type.Optional(Count),
  unread: Texts,
});
