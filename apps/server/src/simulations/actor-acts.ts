import {
  type Act,
  type GraphNode,
  objectName,
  requestPath,
  type Simulation,
} from '@gcscope/gc-core';
import {
  isCollectorFinalizer,
  PROPAGATION_POLICIES,
  type PropagationPolicy,
  type SimulationAction,
  type Uid,
} from '@gcscope/gc-core/wire';

/** Seconds that `advance` offers: the usual grace of a Pod. */
const OFFERED_SECONDS = 30;

/** What actors beside the collector could do now, those that free something first. */
export function offeredActions(simulation: Simulation, deleted: Uid): SimulationAction[] {
  const { graph } = simulation.process.collector;
  const nodes = [...graph.nodes()].filter((node) => !node.virtual && node.beingDeleted);
  const finalizers = nodes.flatMap((node) =>
    (node.meta?.finalizers ?? [])
      .filter((each) => !isCollectorFinalizer(each))
      .map((finalizer) => ({ type: 'removeFinalizer', uid: node.uid, finalizer }) as const),
  );
  const pods = nodes
    .filter((node) => isPod(node) && (node.meta?.deletionGracePeriodSeconds ?? 0) > 0)
    .map(({ uid }) => ({ type: 'terminatePod', uid }) as const);
  const again = graph.get(deleted);
  const deletions =
    again && !again.virtual
      ? PROPAGATION_POLICIES.map(
          (propagationPolicy) => ({ type: 'delete', uid: deleted, propagationPolicy }) as const,
        )
      : [];
  const advance = pods.length > 0 ? [{ type: 'advance', seconds: OFFERED_SECONDS } as const] : [];
  return [...finalizers, ...pods, ...deletions, ...advance];
}

/** A user's DELETE. */
export function deletion(
  simulation: Simulation,
  node: GraphNode,
  propagationPolicy: PropagationPolicy,
): Act {
  const target = targetOf(simulation, node);
  const options = { propagationPolicy, preconditions: { uid: node.uid } };
  return {
    actor: 'user',
    rule: ruleOfDeletion(node, propagationPolicy),
    sentence: `A user deletes ${objectName(node.identity)} with ${propagationPolicy}.`,
    subject: node.identity,
    request: {
      method: 'DELETE',
      path: requestPath(target),
      body: JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', ...options }),
    },
    run: () => simulation.apiServer.delete(target, options),
  };
}

/** The controller that set a finalizer has done its work. */
export function finalizerRemoval(simulation: Simulation, node: GraphNode, finalizer: string): Act {
  const target = targetOf(simulation, node);
  const left = (node.meta?.finalizers ?? []).filter((each) => each !== finalizer);
  const body = { metadata: { finalizers: left.length > 0 ? left : null } };
  return {
    actor: 'controller',
    rule: 'API-35',
    sentence: `The controller behind \`${finalizer}\` removes this finalizer from ${objectName(node.identity)}.`,
    subject: node.identity,
    request: {
      method: 'PATCH',
      path: requestPath(target),
      contentType: 'application/merge-patch+json',
      body: JSON.stringify(body),
    },
    run: () => simulation.apiServer.patch(target, 'merge', body),
  };
}

/** The kubelet has ended a Pod before its grace was over. */
export function podEnd(simulation: Simulation, node: GraphNode): Act {
  const target = targetOf(simulation, node);
  const options = { gracePeriodSeconds: 0, preconditions: { uid: node.uid } };
  return {
    actor: 'kubelet',
    rule: 'API-54',
    sentence: `The kubelet has ended ${objectName(node.identity)} and sends the final DELETE.`,
    subject: node.identity,
    request: {
      method: 'DELETE',
      path: requestPath(target),
      body: JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', ...options }),
    },
    run: () => simulation.apiServer.delete(target, options),
  };
}

/** What the server does about the DELETE: mark, wait for grace, or remove (API-20, API-35, API-38, API-51). */
function ruleOfDeletion(node: GraphNode, policy: PropagationPolicy): string {
  if (isPod(node) && !node.beingDeleted) return 'API-51';
  if (policy !== 'Background') return 'API-20';
  return (node.meta?.finalizers ?? []).some((each) => !isCollectorFinalizer(each))
    ? 'API-35'
    : 'API-38';
}

function targetOf(
  { apiServer }: Simulation,
  { identity }: GraphNode,
): Parameters<Simulation['apiServer']['delete']>[0] {
  const { apiVersion, kind, namespace, name } = identity;
  const resource = apiServer.table.forKind(apiVersion, kind);
  if (!resource) throw new Error(`${kind} of ${apiVersion} was served when it was listed.`);
  return { resource, namespace, name };
}

function isPod({ identity }: GraphNode): boolean {
  return identity.apiVersion === 'v1' && identity.kind === 'Pod';
}
