import { KUBELET_SCENARIO_SCHEMA } from '@gcscope/gc-core';
import { type TSchema, Type } from 'typebox';
import { oneOf } from './schemas.ts';

// As in schemas.ts: they document, the types of gc-core and of node-plan.ts rule.

const Texts = Type.Array(Type.String());
const Timestamp = Type.String({ format: 'date-time' });
const Source = oneOf('cri', 'crictl', 'api', 'scenario');

/** The part of the scenario's own schema that a reading fills: it has no steps. */
function readSpec(): TSchema {
  const { properties } = KUBELET_SCENARIO_SCHEMA as {
    readonly properties: { readonly spec: { readonly properties: Record<string, TSchema> } };
  };
  const { steps: _, ...fields } = properties.spec.properties;
  return Type.Unsafe({ type: 'object', properties: fields });
}

/** The nodes that a server reads. */
export const NodeListSchema: TSchema = Type.Object({
  nodes: Type.Array(Type.Object({ name: Type.String(), source: Source })),
});

/** `NodeReading` */
export const NodeReadingSchema: TSchema = Type.Object({
  apiVersion: Type.Literal('gcscope.dev/v1'),
  kind: Type.Literal('NodeReading'),
  name: Type.String(),
  source: Source,
  readAt: Timestamp,
  scenario: Type.Object({
    apiVersion: Type.Literal('gcscope.dev/v1'),
    kind: Type.Literal('KubeletScenario'),
    metadata: Type.Object({ name: Type.String(), title: Type.Optional(Type.String()) }),
    spec: readSpec(),
  }),
  notSeen: Type.Array(
    Type.Object({ what: Type.String(), because: Type.String(), instead: Type.String() }),
  ),
  warnings: Type.Array(
    Type.Object({ rule: Type.Optional(Type.String()), text: Type.String(), ids: Texts }),
  ),
  owners: Type.Optional(
    Type.Array(
      Type.Object({
        pod: Type.String(),
        owner: Type.Object({ uid: Type.String(), kind: Type.String(), name: Type.String() }),
      }),
    ),
  ),
});

const Item = Type.Object({
  type: oneOf('container', 'sandbox', 'log directory', 'log link', 'image'),
  id: Type.String(),
  name: Type.String(),
  reason: Type.String(),
  rule: Type.String(),
  notes: Texts,
});

/** The answer of `gcscope kubelet plan -o json`. */
export const KubeletPlanSchema: TSchema = Type.Object({
  apiVersion: Type.Literal('gcscope.dev/v1'),
  kind: Type.Literal('KubeletPlan'),
  reading: NodeReadingSchema,
  until: Timestamp,
  runs: Type.Array(
    Type.Object({
      at: Timestamp,
      collect: oneOf('containers', 'detectImages', 'images'),
      removed: Type.Array(Item),
      kept: Type.Array(Item),
      freedBytes: Type.Integer({ minimum: 0 }),
      events: Texts,
      error: Type.Optional(Type.String()),
    }),
  ),
});
