import { requestPath } from '../collector/object-client.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { type ApiResource, allowsVerb, apiVersionOf, isGettable } from '../meta/api-resource.ts';
import type { ApiObject, ObjectMeta } from '../meta/object-meta.ts';
import { type PropagationPolicy, policyOptions } from '../meta/propagation-policy.ts';
import { say } from '../meta/sentence.ts';
import { ruleOfDeletion } from '../simulation/rule-of-deletion.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Act } from '../simulation/step-recorder.ts';
import type { Action, Edit, NextUp } from '../wire/playback.ts';
import { planEdit } from './plan-edit.ts';
import type { PlayedWorld } from './played-world.ts';
import {
  createForm,
  deleteForm,
  finalDeletion,
  finalizerRemoval,
  patchForm,
} from './request-forms.ts';

/** Where an object is on the API server. */
interface Target {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Makes happen what would not have happened by itself, as one step; what follows from it does not happen yet. False if
 * the object it concerns is not there.
 */
export function performAction(world: PlayedWorld, act: Action): boolean {
  const { simulation, recorder } = world;
  if (act.type === 'next') return takeNext(simulation, act);
  if (act.type === 'advance') {
    const millis = act.seconds * 1000;
    const before = world.idle(millis) ? ' before the collector continues' : '';
    const sentence = say`Time passes${before}: ${act.seconds}s.`;
    recorder.record({ actor: 'clock', sentence });
    world.pass(millis);
    return true;
  }
  const node = simulation.process.collector.graph.get(act.uid);
  // Until 1.5 a virtual node does not say that it is one (PG-06).
  if (!node || (node.meta === undefined) !== (act.type === 'create')) return false;
  const target = targetOf(simulation, node);
  if (!target || (act.type === 'create' && !canBeCreated(target.resource))) return false;
  recorder.act(actOf(simulation, node, target, act));
  return true;
}

/** Why the API server would refuse an edit; `undefined`: it would not. Nothing is changed. */
export function refusalOf(simulation: Simulation, edit: Edit): string | undefined {
  const { graph } = simulation.process.collector;
  const node = graph.get(edit.uid);
  const target = node && targetOf(simulation, node);
  if (!target) return undefined;
  const owner = 'owner' in edit ? graph.get(edit.owner)?.identity : undefined;
  const { body } = planEdit(
    { identity: node.identity, meta: metaOf(simulation, node, target) },
    edit,
    owner,
  );
  const answer = simulation.apiServer.patch(target, 'merge', body, { dryRun: ['All'] });
  return answer.ok ? undefined : answer.status.message;
}

/** Why an edit is not made: the object already has what it adds. `undefined`: it has not. */
export function repetitionOf(simulation: Simulation, act: Action): string | undefined {
  if (act.type !== 'addReference' && act.type !== 'addFinalizer') return undefined;
  const node = simulation.process.collector.graph.get(act.uid);
  const target = node && targetOf(simulation, node);
  if (!target) return undefined;
  const { finalizers = [], ownerReferences = [] } = metaOf(simulation, node, target) ?? {};
  if (act.type === 'addFinalizer') {
    const isThere = finalizers.includes(act.finalizer);
    return isThere ? 'the object already has this finalizer' : undefined;
  }
  const isThere = ownerReferences.some(({ uid }) => uid === act.owner);
  return isThere ? 'the object already has this owner' : undefined;
}

/** Metadata as whoever changes it reads it on the API server: the collector may know an older state. */
function metaOf(
  { apiServer }: Simulation,
  node: GraphNode,
  target: Target,
): ObjectMeta | undefined {
  const answer = apiServer.get(target);
  const stored = answer.ok ? (answer.object as ApiObject).metadata : undefined;
  return stored?.uid === node.uid ? stored : node.meta;
}

function actOf(
  simulation: Simulation,
  node: GraphNode,
  target: Target,
  act: Exclude<Action, NextUp | { type: 'advance' }>,
): Act {
  const { apiServer } = simulation;
  const path = requestPath(target);
  switch (act.type) {
    case 'delete':
      return deletion(simulation, node, target, act.propagationPolicy);
    case 'removeFinalizer': {
      const { finalizers = [] } = metaOf(simulation, node, target) ?? {};
      const { body, described } = finalizerRemoval(node.identity, path, finalizers, act.finalizer);
      return { ...described, run: () => apiServer.patch(target, 'merge', body) };
    }
    case 'terminatePod': {
      const { options, described } = finalDeletion(node.identity, path);
      return { ...described, run: () => apiServer.delete(target, options) };
    }
    case 'create':
      return creation(simulation, target);
    case 'addReference':
    case 'removeReference':
    case 'setBlocking':
    case 'addFinalizer':
      return edit(simulation, node, target, act);
  }
}

/** The first entry of the queue with this uid is taken now, or the paused worker that has it goes on. */
function takeNext(simulation: Simulation, act: NextUp): boolean {
  const { queue, uid } = act;
  const { collector, paused } = simulation.process;
  // A retry whose delay has ended already waits in front of what this step adds (QU-03).
  simulation.process.releaseDue();
  if (queue === 'graphChanges') {
    const change = collector.graphChanges.items().find(({ identity }) => identity.uid === uid);
    if (!change || !collector.graphChanges.bringForward(change)) return false;
    return simulation.step(queue) !== undefined;
  }
  if (act.goesOn) {
    const pass = paused.of(queue).find(({ pass: { item } }) => item.uid === uid);
    if (!pass) return false;
    return act.pauses ? simulation.sendOne(pass) : simulation.finish(pass) !== undefined;
  }
  const node = collector[queue].items().find((each) => each.uid === uid);
  if (!node || !paused.hasFree(queue) || !collector[queue].bringForward(node)) return false;
  return act.pauses ? simulation.sendOne(queue) : simulation.step(queue) !== undefined;
}

/** A user's DELETE. */
function deletion(
  { apiServer, release }: Simulation,
  node: GraphNode,
  target: Target,
  propagationPolicy: PropagationPolicy,
): Act {
  const policy = policyOptions(propagationPolicy, release);
  const how = release.hasPropagationPolicies
    ? `the policy ${propagationPolicy}`
    : `orphanDependents: ${policy.orphanDependents}`;
  const options = { ...policy, preconditions: { uid: node.uid } };
  return {
    actor: 'user',
    rule: ruleOfDeletion(node.identity, node.meta, options),
    sentence: node.meta?.deletionTimestamp
      ? say`A user deletes ${node.identity} again, with ${how}. It was already being deleted.`
      : say`A user deletes ${node.identity} with ${how}.`,
    subject: node.identity,
    request: deleteForm(requestPath(target), options),
    run: () => apiServer.delete(target, options),
  };
}

/** A user's PATCH of references or finalizers. */
function edit(simulation: Simulation, node: GraphNode, target: Target, edit: Edit): Act {
  const { apiServer, process } = simulation;
  const { graph } = process.collector;
  const owner = 'owner' in edit ? graph.get(edit.owner)?.identity : undefined;
  const { identity } = node;
  const meta = metaOf(simulation, node, target);
  const { body, sentence } = planEdit({ identity, meta }, edit, owner);
  return {
    actor: 'user',
    rule: edit.type === 'addFinalizer' ? 'VA-06' : 'VA-05',
    sentence,
    subject: node.identity,
    request: patchForm(requestPath(target), body),
    run: () => apiServer.patch(target, 'merge', body),
  };
}

/** A user creates an owner under the name that its dependents use; the server gives it a uid of its own (DM-11). */
function creation({ apiServer }: Simulation, target: Target): Act {
  const { resource, namespace, name } = target;
  const metadata = { name, ...(namespace === '' ? {} : { namespace }) };
  const { kind } = resource;
  const manifest = { apiVersion: apiVersionOf(resource), kind, metadata };
  return {
    actor: 'user',
    rule: 'DM-11',
    sentence: say`A user creates ${{ kind, namespace, name }} under the old name. The API server gives it a new uid.`,
    request: createForm(requestPath(target), manifest),
    run: () => apiServer.create(resource, namespace, manifest),
  };
}

function targetOf({ apiServer }: Simulation, { identity }: GraphNode): Target | undefined {
  const { apiVersion, kind, namespace, name } = identity;
  const resource = apiServer.table.forKind(apiVersion, kind);
  return resource && { resource, namespace: resource.namespaced ? namespace : '', name };
}

/** Whether a user can create objects of the resource that are stored: no lists, bindings or reviews (KM-03..05). */
export function canBeCreated(resource: ApiResource): boolean {
  return isGettable(resource) && allowsVerb(resource, 'create');
}
