import { RELEASES } from '@gcscope/gc-core';
import {
  PROPAGATION_POLICIES,
  type PropagationPolicy,
  type Release,
  type SimulationView,
  type Uid,
} from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { RequestError } from '../errors.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { SimulatedDeletion } from '../simulations/simulated-deletion.ts';
import {
  MOST_OBJECTS,
  type SimulationRegistry,
  type StartRefusal,
} from '../simulations/simulation-registry.ts';
import type { Api } from './api.ts';
import { missingObject, NOTHING_TO_DELETE } from './missing-object.ts';
import { ProblemSchema, SimulationViewSchema } from './schemas.ts';

/** A day; longer than any grace period. */
const LONGEST_ADVANCE = 86_400;

const closed = { additionalProperties: false };
const UidText = Type.String({ minLength: 1 });
const Policy = Type.Enum([...PROPAGATION_POLICIES]);

const KNOWN_RELEASES = Object.keys(RELEASES).join(', ');

const Start = Type.Object(
  {
    uid: UidText,
    propagationPolicy: Policy,
    release: Type.Optional(
      Type.String({
        description: `One of ${KNOWN_RELEASES}; without it the one that is nearest to the cluster`,
      }),
    ),
  },
  closed,
);

const Action = Type.Union([
  Type.Object({ type: Type.Literal('delete'), uid: UidText, propagationPolicy: Policy }, closed),
  Type.Object(
    { type: Type.Literal('removeFinalizer'), uid: UidText, finalizer: Type.String() },
    closed,
  ),
  Type.Object({ type: Type.Literal('terminatePod'), uid: UidText }, closed),
  Type.Object(
    {
      type: Type.Literal('advance'),
      seconds: Type.Integer({ minimum: 1, maximum: LONGEST_ADVANCE }),
    },
    closed,
  ),
]);

const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** What the simulation routes need. */
export interface SimulationDeps {
  readonly cluster: LiveCluster;
  readonly simulations: SimulationRegistry;
}

/** Starting a simulated deletion, acting in it, and reading it. Nothing is ever sent to the cluster. */
export function addSimulationRoutes(app: Api, { cluster, simulations }: SimulationDeps): void {
  const found = (id: string): SimulatedDeletion => {
    const session = simulations.get(id);
    if (session) return session;
    throw new RequestError(
      404,
      'simulation-unknown',
      'This simulation is no longer kept.',
      'Start it again from the page of the object.',
    );
  };

  app.post(
    '/api/v1/simulations',
    {
      schema: {
        operationId: 'startSimulation',
        summary: 'Simulate the deletion of an object, step by step',
        body: Start,
        response: {
          201: SimulationViewSchema,
          404: ProblemSchema,
          410: ProblemSchema,
          422: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const { release: asked, ...body } = request.body;
      const { release: followed } = cluster.live.view.release;
      const release = asked === undefined ? followed : knownRelease(asked);
      refuseUnknownPolicy(body.propagationPolicy, release);
      const started = simulations.start({ ...body, release });
      if (typeof started === 'string') throw refusal(started, body.uid, cluster);
      return reply.code(201).send(started);
    },
  );
  app.post(
    '/api/v1/simulations/:id/actions',
    {
      schema: {
        operationId: 'actInSimulation',
        summary: 'Let another actor act; answers with all steps so far',
        params: Params,
        body: Type.Object({ action: Action }, closed),
        response: { 200: SimulationViewSchema, 404: ProblemSchema, 409: ProblemSchema },
      },
    },
    async (request): Promise<SimulationView> => {
      const session = found(request.params.id);
      if (!session.act(request.body.action)) {
        throw new RequestError(
          409,
          'object-gone',
          'The object is no longer there in this simulation.',
          'Choose one of the actions that are offered.',
        );
      }
      return session.view;
    },
  );
  app.get(
    '/api/v1/simulations/:id',
    {
      schema: {
        operationId: 'getSimulation',
        summary: 'A simulation with all its steps',
        params: Params,
        response: { 200: SimulationViewSchema, 404: ProblemSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return found(request.params.id).view;
    },
  );
}

function knownRelease(release: string): Release {
  if (Object.hasOwn(RELEASES, release)) return release as Release;
  throw new RequestError(
    400,
    'release-unknown',
    `gcscope does not know the release ${JSON.stringify(release)}.`,
    `Choose one of ${KNOWN_RELEASES}.`,
  );
}

/** Foreground deletion came with 1.6. */
function refuseUnknownPolicy(policy: PropagationPolicy, release: Release): void {
  if (policy !== 'Foreground' || RELEASES[release].hasPropagationPolicies) return;
  throw new RequestError(
    422,
    'policy-unknown',
    `Kubernetes ${release} has no foreground deletion.`,
    'Choose Background or Orphan, or a later release.',
  );
}

/** The answer to a deletion that cannot be simulated. */
export function refusal(reason: StartRefusal, uid: Uid, cluster: LiveCluster): RequestError {
  // What is referred to only may have been seen before.
  if (cluster.history.tombstone(uid)) return missingObject(cluster, uid, NOTHING_TO_DELETE);
  switch (reason) {
    case 'uid-unknown':
      return missingObject(cluster, uid);
    case 'uid-virtual':
      return new RequestError(
        409,
        'uid-virtual',
        'This object is known from references only, so there is nothing to delete.',
      );
    case 'too-large':
      return new RequestError(
        422,
        'simulation-too-large',
        `This deletion reaches more than ${MOST_OBJECTS} objects, too many to go through step by step.`,
        'Choose one of its dependents instead.',
      );
    default:
      return reason satisfies never;
  }
}
