import type { GraphNode } from '../../graph/graph-node.ts';
import { objectName } from '../../meta/object-name.ts';
import type { ObjectReference, OwnerReference } from '../../meta/object-reference.ts';
import type { KindHealth } from '../../wire/frames.ts';
import { shellWord } from '../../wire/kubectl-words.ts';
import type { Leaf, StuckState } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import { kubectlCommand, kubectlObject, patchCommand } from '../kubectl.ts';
import type { JudgedReference } from '../verdict/judge-reference.ts';
import { PATIENCE, type TerminatingFacts } from './terminating-facts.ts';

const READS = 'None, it only reads.';

/** What is at hand when a leaf is told. */
export interface LeafContext {
  readonly view: ClusterView;
  readonly facts: TerminatingFacts;
}

/** A finalizer that somebody else has to remove (FN, API-35). */
export function finalizerLeaf(
  node: GraphNode,
  finalizer: string,
  age: number,
  { view, facts }: LeafContext,
): Leaf {
  const { rule, removedBy, risk, handled } = finalizerOwner(finalizer, facts.groups);
  const index = node.finalizers.indexOf(finalizer);
  const path = `/metadata/finalizers/${index}`;
  const body = JSON.stringify([
    { op: 'test', path, value: finalizer },
    { op: 'remove', path },
  ]);
  const isGone = handled === 'no';
  const since = isGone ? '; no API group of its is served, so it seems not to be installed' : '';
  return {
    type: 'finalizer',
    state: isGone || age >= PATIENCE ? 'stuck' : 'slow',
    object: node.identity,
    text: `${objectName(node.identity)} keeps the finalizer \`${finalizer}\`: ${removedBy}${since}.`,
    rules: rule === 'API-35' ? [rule] : [rule, 'API-35'],
    advice: [
      look(node.identity, view, 'See what the object says of its deletion.'),
      {
        text: 'Take the finalizer away yourself, if its owner never will.',
        command: patchCommand(node.identity, view, body),
        risk: `It gives up what the finalizer guards: ${risk}.`,
      },
    ],
  };
}

/** A blocking dependent that is never deleted (CL-03, CL-04): its owner waits for ever. */
export function referenceLeaf(
  dependent: GraphNode,
  owner: GraphNode,
  judged: JudgedReference,
  { view }: LeafContext,
): Leaf {
  return {
    type: 'reference',
    state: 'stuck',
    object: dependent.identity,
    text: `${objectName(dependent.identity)} blocks its owner and is never deleted: ${judged.text}`,
    rules: [judged.rule, 'DM-10', 'FG-02'],
    advice: [
      {
        text: 'Delete the owner in the background instead: it goes at once.',
        command: inBackground(owner, view),
        risk: 'Its dependents are deleted afterwards, in no order; this one stays.',
      },
      {
        text: 'Or take the reference away: the dependent no longer blocks.',
        command: withoutReference(dependent, judged.reference, view),
        risk: 'The dependent has one owner less; the collector could not follow that reference anyway.',
      },
    ],
  };
}

/** A dependent in deletion that waits in turn for its owner: neither goes by itself (FG-02). */
export function circleLeaf(dependent: GraphNode, owner: GraphNode, { view }: LeafContext): Leaf {
  const [name, ownerName] = [objectName(dependent.identity), objectName(owner.identity)];
  return {
    type: 'reference',
    state: 'stuck',
    object: dependent.identity,
    text:
      dependent === owner
        ? `${name} waits for itself.`
        : `${ownerName} waits for ${name}, which waits for it in turn: neither goes by itself.`,
    rules: ['FG-02', 'DM-10'],
    advice: [
      {
        text: 'Delete one of them in the background instead: it goes at once, and no longer holds the others.',
        command: inBackground(dependent, view),
        risk: 'Its dependents are deleted afterwards, in no order.',
      },
    ],
  };
}

function inBackground({ identity }: GraphNode, view: ClusterView): string {
  return kubectlCommand(`delete ${kubectlObject(identity, view)} --cascade=background`, view);
}

function withoutReference(
  dependent: GraphNode,
  reference: OwnerReference,
  view: ClusterView,
): string {
  const path = `/metadata/ownerReferences/${dependent.owners.indexOf(reference)}`;
  const body = JSON.stringify([
    { op: 'test', path, value: reference },
    { op: 'remove', path },
  ]);
  return patchCommand(dependent.identity, view, body);
}

/** The kubelet has to confirm the end of a Pod (API-51, API-63). */
export function kubeletLeaf(node: GraphNode, overdue: number, { view }: LeafContext): Leaf {
  const name = objectName(node.identity);
  const state: StuckState = overdue >= PATIENCE ? 'stuck' : 'slow';
  const seconds = Math.round(Math.abs(overdue) / 1000);
  const text =
    overdue < 0
      ? `${name} is in its grace period, for ${seconds} s more.`
      : `${name} is past its grace period by ${seconds} s, and its kubelet has not confirmed the end: its node may be down.`;
  return {
    type: 'kubelet',
    state,
    object: node.identity,
    text,
    rules: ['API-51', 'API-54'],
    advice: [
      look(node.identity, view, 'See on which node it is, and how that node is.'),
      {
        text: 'If the node is gone for good, remove the Pod without its kubelet.',
        command: kubectlCommand(
          `delete ${kubectlObject(node.identity, view)} --grace-period=0 --force`,
          view,
        ),
        risk: 'Its containers may still run on that node: a second one of the same name may write to the same storage.',
      },
    ],
  };
}

/** A kind whose objects cannot be read: a broken webhook, or another fault of its server. */
export function kindLeaf(object: ObjectReference, health: KindHealth, { view }: LeafContext): Leaf {
  const { group, resource, kind, message = 'no reason was given' } = health;
  const definition = shellWord(`crd/${resource}.${group}`);
  const isWebhook = /webhook/i.test(message);
  const isUnreadByUs = health.state === 'forbidden' || health.state === 'unsupported';
  return {
    type: isWebhook ? 'webhook' : 'kind',
    state: isWebhook ? 'stuck' : 'unknown',
    object,
    text: isWebhook
      ? `Objects of kind ${kind} cannot be read, because a webhook fails: ${message}`
      : `Objects of kind ${kind} cannot be read${isUnreadByUs ? ' by gcscope' : ''}: ${message}`,
    rules: isWebhook ? ['CL-06', 'NS-16'] : ['CL-06'],
    advice: isWebhook
      ? [
          {
            text: 'See which service the conversion webhook calls, and bring it back.',
            command: kubectlCommand(`get ${definition} -o jsonpath='{.spec.conversion}'`, view),
            risk: READS,
          },
          {
            text: 'Or turn conversion off, if the service is gone for good.',
            command: kubectlCommand(
              `patch ${definition} --type=merge -p '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`,
              view,
            ),
            risk: 'Objects that were stored in another version are read without conversion: fields that only that version has are lost.',
          },
        ]
      : [look(object, view, 'See what is known of it.')],
  };
}

/** An API group that cannot be discovered keeps a namespace (NS-06). */
export function discoveryLeaf(
  object: ObjectReference,
  apiVersion: string,
  message: string,
  { view }: LeafContext,
): Leaf {
  const [group = '', version = ''] = apiVersion.split('/');
  const service = shellWord(`apiservice/${version}.${group}`);
  return {
    type: 'discovery',
    state: 'stuck',
    object,
    text: `${apiVersion} cannot be discovered, so the namespace controller cannot know that nothing is left: ${message}`,
    rules: ['NS-06', 'NS-16'],
    advice: [
      {
        text: 'See why its API server does not answer, and bring it back.',
        command: kubectlCommand(`get ${service} -o jsonpath='{.status.conditions}'`, view),
        risk: READS,
      },
      {
        text: 'Or remove the registration, if its API server is gone for good.',
        command: kubectlCommand(`delete ${service}`, view),
        risk: `Nobody can use ${apiVersion} any more; for a kind defined in the cluster the registration comes back by itself.`,
      },
    ],
  };
}

/** What comes next without anybody's help; after five minutes it is a question why it has not. */
export function workLeaf(
  object: ObjectReference,
  text: string,
  rule: string,
  age: number,
  { view }: LeafContext,
): Leaf {
  const isLate = age >= PATIENCE;
  return {
    type: 'work',
    state: isLate ? 'unknown' : 'slow',
    object,
    text: isLate
      ? `${text} That it has not happened for so long has no cause that can be seen.`
      : text,
    rules: [rule],
    advice: [look(object, view, isLate ? 'See what the object says.' : 'Wait; or look.')],
  };
}

function look(object: ObjectReference, view: ClusterView, text: string): Leaf['advice'][number] {
  // Of a Secret it shows no content, of a Pod its Events.
  const verb = object.kind === 'Pod' || object.kind === 'Secret' ? 'describe' : 'get';
  const form = verb === 'get' ? ' -o yaml' : '';
  const command = kubectlCommand(`${verb} ${kubectlObject(object, view)}${form}`, view);
  return { text, command, risk: READS };
}
