import type { GraphNode } from '../../graph/graph-node.ts';
import { code, type Sentence, say } from '../../meta/sentence.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isDefinition } from '../container-kinds.ts';
import { ageOf, type DeletionFacts, PATIENCE } from '../deletion-facts.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import { describeReference } from '../references/describe-reference.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import {
  inBackground,
  look,
  onConversion,
  onDiscovery,
  onReference,
  reads,
  withoutFinalizer,
  withoutKubelet,
} from './advice.ts';
import type { RootCause } from './root-cause.ts';

/** What the texts of a cause need. */
export interface Context {
  readonly view: ClusterView;
  readonly facts: DeletionFacts;
}

const CONTROLLER_MANAGER = 'get pods -n kube-system -l component=kube-controller-manager';

/** A finalizer of somebody else. */
export function finalizerCause(
  object: GraphNode,
  name: string,
  { view, facts }: Context,
): RootCause {
  const { rule, removedBy, risk, handled } = finalizerOwner(name, facts.groups);
  const isGone = handled === 'no';
  const since = isGone ? '; no API group of its is served, so it seems not to be installed' : '';
  return {
    type: 'finalizer',
    object,
    finalizer: { name, in: 'metadata' },
    text: say`${object.identity} keeps the finalizer ${code(name)}: ${removedBy}${since}.`,
    short: `finalizer ${name}`,
    rules: rule === 'API-35' ? [rule] : [rule, 'API-35'],
    state: isGone || isLate(object, facts) ? 'blocked' : 'slow',
    advice: () => [
      look(object, view, say`See what the object says of its deletion.`),
      withoutFinalizer(object, name, risk, view),
    ],
  };
}

/** A finalizer in `spec.finalizers` of a Namespace. */
export function specFinalizerCause(object: GraphNode, name: string, { facts }: Context): RootCause {
  return {
    type: 'finalizer',
    object,
    finalizer: { name, in: 'spec' },
    text: say`${code('spec.finalizers')} holds ${code(name)}: whoever set it has to remove it.`,
    short: `finalizer ${name}`,
    rules: ['FN-03', 'NS-01'],
    state: isLate(object, facts) ? 'blocked' : 'slow',
    advice: () => [],
  };
}

/** A blocking dependent that is never deleted, because of this reference of its. */
export function referenceCause(
  object: GraphNode,
  owner: GraphNode,
  reference: JudgedReference,
  { view }: Context,
): RootCause {
  return {
    type: 'reference',
    object,
    reference,
    text: say`${object.identity} blocks its owner and is never deleted: ${describeReference(reference, view)}`,
    short: 'never deleted',
    rules: [reference.rule, 'DM-10', 'FG-02'],
    state: 'blocked',
    advice: () => onReference(object, owner, reference.reference, view),
  };
}

/** It waits for the owner that waits for it. */
export function circleCause(object: GraphNode, owner: GraphNode, { view }: Context): RootCause {
  const text = say`Delete one of them in the background instead: it goes at once, and no longer holds the others.`;
  return {
    type: 'reference',
    object,
    owner,
    text:
      owner === object
        ? say`${object.identity} waits for itself.`
        : say`${owner.identity} waits for ${object.identity}, which waits for it in turn: neither goes by itself.`,
    short: 'a circle of owners',
    rules: ['FG-02', 'DM-10'],
    state: 'blocked',
    advice: () => [inBackground(object, text, view)],
  };
}

/** A grace period, which the kubelet ends. */
export function graceCause(object: GraphNode, { view, facts }: Context): RootCause {
  const { overdue = 0 } = ageOf(object, facts.now);
  const seconds = Math.round(Math.abs(overdue) / 1000);
  return {
    type: 'kubelet',
    object,
    // A forecast asks of thousands of Pods whether they hold their owner, and does not say it of each.
    get text() {
      return overdue < 0
        ? say`${object.identity} is in its grace period, for ${seconds} s more.`
        : say`${object.identity} is past its grace period by ${seconds} s, and its kubelet has not confirmed the end: its node may be down.`;
    },
    short: 'the kubelet of its node',
    rules: ['API-51', 'API-54'],
    state: overdue >= PATIENCE ? 'blocked' : 'slow',
    endsBy: 'time',
    advice: () => [
      look(object, view, say`See on which node it is, and how that node is.`),
      withoutKubelet(object, view),
    ],
  };
}

/** A kind that cannot be read: what holds may be hidden in it. */
export function unreadKindCause(
  object: GraphNode,
  health: KindHealth,
  { view }: Context,
): RootCause {
  const isWebhook = isWebhookFault(health.message);
  const why = isWebhook ? ['CL-06', 'NS-16'] : ['CL-06'];
  return {
    type: isWebhook ? 'webhook' : 'kind',
    object,
    text: describeUnreadKind(object, health),
    short: `unread kind ${health.kind}`,
    rules: isDefinition(object.identity) ? ['FN-04', ...why] : why,
    state: isWebhook ? 'blocked' : 'unknown',
    advice: () =>
      isWebhook ? onConversion(health, view) : [look(object, view, say`See what is known of it.`)],
  };
}

function describeUnreadKind({ identity }: GraphNode, health: KindHealth): Sentence {
  const { kind, state, message = 'no reason was given' } = health;
  if (isWebhookFault(message)) {
    return say`Objects of kind ${kind} cannot be read, because a webhook fails: ${message}`;
  }
  if (isDefinition(identity)) {
    return say`All objects of kind ${kind} have to go first, and they cannot be read: ${message}`;
  }
  const byUs = state === 'forbidden' || state === 'unsupported' ? ' by gcscope' : '';
  return say`Objects of kind ${kind} cannot be read${byUs}: ${message}`;
}

/** An API group that the namespace controller cannot discover. */
export function discoveryCause(
  object: GraphNode,
  apiVersion: string,
  message: string,
  { view }: Context,
): RootCause {
  return {
    type: 'discovery',
    object,
    text: say`${apiVersion} cannot be discovered, so the namespace controller cannot know that nothing is left: ${message}`,
    short: `${apiVersion} cannot be discovered`,
    rules: ['NS-06', 'NS-16'],
    state: 'blocked',
    advice: () => onDiscovery(apiVersion, view),
  };
}

/** The namespace controller cannot list or delete what is in a Namespace. */
export function contentCause(object: GraphNode, message: string, { view }: Context): RootCause {
  const isWebhook = isWebhookFault(message);
  const webhooks = 'get validatingwebhookconfigurations,mutatingwebhookconfigurations';
  return {
    type: isWebhook ? 'webhook' : 'kind',
    object,
    text: isWebhook
      ? say`A webhook fails or refuses, so not all of its content can be deleted: ${message}`
      : say`Not all of its content can be listed or deleted: ${message}`,
    short: 'content that cannot be deleted',
    rules: ['NS-10', 'NS-16'],
    state: 'blocked',
    advice: () => [reads(say`See which webhooks take part in deletions.`, webhooks, view)],
  };
}

/** The namespace controller has not spoken up. */
export function silenceCause(object: GraphNode, { view, facts }: Context): RootCause {
  return {
    type: 'namespace-controller',
    object,
    text: say`The namespace controller has said nothing about it: it does not seem to run.`,
    short: 'the namespace controller',
    rules: ['NS-12', 'NS-16'],
    state: isLate(object, facts) ? 'blocked' : 'unknown',
    advice: () => [reads(say`See whether kube-controller-manager runs.`, CONTROLLER_MANAGER, view)],
  };
}

/** Nothing blocks it, and nothing but a restart is sure to make the collector look at it. */
export function restartCause(object: GraphNode, { view, facts }: Context): RootCause {
  const late = isLate(object, facts);
  const restart = say`Restart kube-controller-manager: its collector then looks at every object again. See how it runs here.`;
  return {
    type: 'work',
    object,
    text: say`No dependent blocks it any more: the collector removes its own finalizer when it next looks at it, at the latest when it restarts.`,
    short: 'restart',
    rules: ['FG-01', 'FG-06', 'GB-38'],
    state: late ? 'unknown' : 'slow',
    endsBy: 'work',
    advice: () => [
      late ? reads(restart, CONTROLLER_MANAGER, view) : look(object, view, say`Wait; or look.`),
    ],
  };
}

/** What comes next without anybody's help. */
export function workCause(
  object: GraphNode,
  rule: string,
  text: Sentence,
  { view, facts }: Context,
): RootCause {
  const late = isLate(object, facts);
  const isStrange = ageOf(object, facts.now).age >= PATIENCE;
  return {
    type: 'work',
    object,
    text: isStrange
      ? say`${text} That it has not happened for so long has no cause that can be seen.`
      : text,
    short: 'work',
    rules: [rule],
    state: late ? 'unknown' : 'slow',
    endsBy: 'work',
    advice: () => [look(object, view, late ? say`See what the object says.` : say`Wait; or look.`)],
  };
}

function isLate(object: GraphNode, { now, patience = PATIENCE }: DeletionFacts): boolean {
  return ageOf(object, now).age >= patience;
}

/** Whether what a server answered speaks of a webhook. */
function isWebhookFault(message = ''): boolean {
  return /webhook/i.test(message);
}
