import type { GraphNode } from '../../graph/graph-node.ts';
import type { ObjectReference, OwnerReference } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import { shellWord } from '../../wire/kubectl-command.ts';
import type { Advice, NamespaceStatus } from '../../wire/terminating.ts';
import { type ClusterView, named } from '../cluster-view.ts';
import {
  type Act,
  commandOf,
  isUnserved,
  kubectlCommand,
  kubectlObject,
  patchCommand,
} from '../kubectl.ts';
import { apiServiceName, remainingIn } from '../namespace-status.ts';
import { editReferences, removeFinalizer } from '../patch-operations.ts';

const READS = say`None. The command only reads.`;

/** A piece of advice before it is tried. */
export interface PlannedAdvice extends Advice {
  /** Absent where the command only reads, or changes what is not simulated. */
  readonly act?: Act;
  /** The object that it is to save. */
  readonly keeps?: ObjectReference;
}

/** Removes a Pod as its kubelet would. */
export function withoutKubelet({ identity }: GraphNode, view: ClusterView): PlannedAdvice {
  return acts(
    view,
    { object: identity, options: { gracePeriodSeconds: 0 } },
    say`If the node is gone for good, remove the Pod without its kubelet.`,
    say`Its containers may still run on that node, and a new Pod of the same name may write to the same storage.`,
  );
}

/** `lost`: what happens then, as a clause. */
export function withoutFinalizer(
  node: GraphNode,
  finalizer: string,
  lost: string,
  view: ClusterView,
): PlannedAdvice {
  return acts(
    view,
    { object: node.identity, operations: removeFinalizer(node, finalizer) },
    say`Remove the finalizer yourself, if its controller never will.`,
    say`The finalizer's work is then not done: ${lost}.`,
  );
}

/** A blocking dependent that is never deleted (CL-03, CL-04): its owner waits for ever, unless one of the two references goes. */
export function onReference(
  dependent: GraphNode,
  owner: GraphNode,
  reference: OwnerReference,
  view: ClusterView,
): PlannedAdvice[] {
  const { identity, references } = dependent;
  const without = (removed: readonly OwnerReference[]): Act => {
    const edit = removed.map((each): [number, undefined] => [references.indexOf(each), undefined]);
    return { object: identity, operations: editReferences(dependent, new Map(edit)) };
  };
  const toOwner = references.filter(({ uid }) => uid === owner.uid);
  const keeping = acts(
    view,
    without(toOwner),
    say`Keep ${identity}: remove its reference to ${owner.identity}.`,
    say`${identity} loses this owner, and stays when ${owner.identity} is deleted.`,
  );
  const advice = [{ ...keeping, keeps: identity }, notWaiting(owner, view)];
  if (toOwner.includes(reference)) return advice;
  const both = acts(
    view,
    without([reference]),
    say`Or delete both: remove the reference that the collector cannot follow.`,
    say`From then on the collector decides about ${identity} by its other references.`,
  );
  return [...advice, both];
}

/** An owner that waits for a dependent that does not go. */
export function notWaiting(owner: GraphNode, view: ClusterView): PlannedAdvice {
  const text = say`Or delete ${owner.identity} in the background instead: then it does not wait.`;
  return inBackground(owner, text, view);
}

/** It deletes in the background what waits for its dependents. */
export function inBackground(
  { identity }: GraphNode,
  text: Sentence,
  view: ClusterView,
): PlannedAdvice {
  const options = { propagationPolicy: 'Background' };
  const risk = say`The collector deletes its dependents afterwards, in no particular order.`;
  return acts(view, { object: identity, options }, text, risk);
}

function acts(view: ClusterView, act: Act, text: Sentence, risk: Sentence): PlannedAdvice {
  return { text, command: commandOf(act, view), risk, act };
}

/** A conversion webhook that fails. */
export function onConversion(
  { group, resource }: { readonly group: string; readonly resource: string },
  view: ClusterView,
): PlannedAdvice[] {
  const name = `${resource}.${group}`;
  const definition = registered('apiextensions.k8s.io', 'CustomResourceDefinition', name, view);
  const look = reads(
    view,
    `get ${shellWord(`crd/${name}`)} -o jsonpath='{.spec.conversion}'`,
    say`See which service the conversion webhook calls, and bring it back.`,
  );
  if (!definition) return [look];
  const off = { op: 'replace', path: '/spec/conversion', value: { strategy: 'None' } };
  return [
    look,
    {
      text: say`Or turn conversion off, if the service is gone for good.`,
      command: patchCommand(definition, view, [off]),
      risk: say`Objects that were stored in another version are read without conversion: fields that only that version has are lost.`,
    },
  ];
}

/** An API group that does not answer. */
export function onDiscovery(apiVersion: string, view: ClusterView): PlannedAdvice[] {
  const name = apiServiceName(apiVersion);
  const service = registered('apiregistration.k8s.io', 'APIService', name, view);
  const look = reads(
    view,
    `get ${shellWord(`apiservice/${name}`)} -o jsonpath='{.status.conditions}'`,
    say`See why its API server does not answer, and bring it back.`,
  );
  if (!service) return [look];
  return [
    look,
    {
      text: say`Or delete the APIService, if its API server is gone for good.`,
      command: commandOf({ object: service, options: {} }, view),
      risk: say`${apiVersion} is no longer served. If a CustomResourceDefinition defines it, the APIService comes back by itself.`,
    },
  ];
}

/** The object that serves a kind or a group. A command that changes it tests its uid, so the uid must be known. */
function registered(
  group: string,
  kind: string,
  name: string,
  view: ClusterView,
): ObjectReference | undefined {
  const [object] = ['v1', 'v1beta1'].flatMap(
    (version) => named({ apiVersion: `${group}/${version}`, kind, name }, '', view) ?? [],
  );
  return object?.identity;
}

/** A command that only reads. */
export function reads(view: ClusterView, command: string, text: Sentence): PlannedAdvice {
  return { text, command: kubectlCommand(command, view), risk: READS, reads: true };
}

/** Advice on the content that the namespace controller counts in a Namespace; it names the last count if gcscope could read it (NS-12). */
export function onContent(
  { identity }: GraphNode,
  status: NamespaceStatus | undefined,
  view: ClusterView,
): PlannedAdvice {
  const command = `get ${kubectlObject(identity, view)} -o jsonpath='{.status.conditions}'`;
  const said = remainingIn(status);
  return {
    ...reads(
      view,
      command,
      say`Read its conditions: the namespace controller says there what is left.`,
    ),
    ...(said.length > 0 && { outcome: say`They say: ${said.join('. ')}.` }),
  };
}

/** A kind that is not served: no command about its objects works until it is back. */
export function bringBack(view: ClusterView): PlannedAdvice {
  return reads(
    view,
    'get crd,apiservice',
    say`Find out whether the CustomResourceDefinition or the APIService of the kind is missing, and bring it back.`,
  );
}

/** A command that shows the object: of a Secret no content, of a Pod its Events. */
export function look({ identity }: GraphNode, view: ClusterView, text: Sentence): PlannedAdvice {
  if (isUnserved(identity, view)) return bringBack(view);
  const isDescribed = identity.kind === 'Pod' || identity.kind === 'Secret';
  const object = kubectlObject(identity, view);
  return reads(view, isDescribed ? `describe ${object}` : `get ${object} -o yaml`, text);
}
