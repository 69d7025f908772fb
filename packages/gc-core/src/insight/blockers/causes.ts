import type { GraphNode } from '../../graph/graph-node.ts';
import { type FinalizerOwner, finalizerOwner } from '../../meta/known-finalizers.ts';
import { formatTimestamp, type Millis } from '../../meta/object-meta.ts';
import { code, joinSentences, lowerFirst, type Sentence, say } from '../../meta/sentence.ts';
import { isDefinition } from '../../meta/well-known-kinds.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { NamespaceStatus } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import { ageOf, type DeletionFacts, PATIENCE } from '../deletion-facts.ts';
import { apiServiceName, unavailabilityOf } from '../namespace-status.ts';
import {
  describeHealth,
  describeHidden,
  describeOutages,
  describeReference,
} from '../references/describe-reference.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import {
  bringBack,
  inBackground,
  look,
  notWaiting,
  onContent,
  onConversion,
  onDiscovery,
  onReference,
  type PlannedAdvice,
  reads,
  withoutFinalizer,
  withoutKubelet,
} from './advice.ts';
import type { RootCause } from './root-cause.ts';

/** The facts that the texts of a cause need. */
export interface Context {
  readonly view: ClusterView;
  readonly facts: DeletionFacts;
}

const CONTROLLER_MANAGER = 'get pods -n kube-system -l component=kube-controller-manager';

/** A finalizer of another controller. */
export function finalizerCause(
  object: GraphNode,
  name: string,
  { view, facts }: Context,
): RootCause {
  const owner = finalizerOwner(name, facts.groups);
  const isGone = owner.handled === 'no';
  return {
    type: 'finalizer',
    object,
    finalizer: { name, in: 'metadata' },
    text: describeFinalizer(object, name, owner),
    short: `finalizer ${name}`,
    rules: [...new Set([owner.rule, 'API-35'])],
    state: isGone || isLate(object, facts) ? 'blocked' : 'slow',
    advice: () => [
      look(object, view, say`Look at the object: its status or events may say more.`),
      withoutFinalizer(object, name, owner.risk, view),
    ],
  };
}

/** The controller that must remove the finalizer, and whether it seems to exist. */
export function describeFinalizer(
  { identity }: GraphNode,
  name: string,
  { removedBy, handled }: FinalizerOwner,
): Sentence {
  const gone =
    '; the API server serves none of its API groups, so it does not seem to be installed';
  return say`${identity} has the finalizer ${code(name)}: ${removedBy}${handled === 'no' ? gone : ''}.`;
}

/** A finalizer in `spec.finalizers` of a Namespace. */
export function specFinalizerCause(object: GraphNode, name: string, { facts }: Context): RootCause {
  return {
    type: 'finalizer',
    object,
    finalizer: { name, in: 'spec' },
    text: say`${code('spec.finalizers')} contains ${code(name)}: the component that set it has to remove it.`,
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
    text: say`${object.identity} blocks its owner, and the collector never deletes it: ${lowerFirst(describeReference(reference, view))}`,
    short: 'never deleted',
    rules: [reference.rule, 'DM-10', 'FG-02'],
    state: 'blocked',
    advice: () => onReference(object, owner, reference.reference, view),
  };
}

/** It waits for the owner that waits for it. */
export function cycleCause(object: GraphNode, owner: GraphNode, { view }: Context): RootCause {
  const text = say`Delete one of them in the background instead: it goes at once, and no longer blocks the others.`;
  return {
    type: 'reference',
    object,
    owner,
    text:
      owner === object
        ? say`${object.identity} waits for itself.`
        : say`${owner.identity} waits for ${object.identity}, which waits for it in turn: neither goes by itself.`,
    short: 'a cycle of owners',
    rules: ['FG-02', 'DM-10'],
    state: 'blocked',
    advice: () => [inBackground(object, text, view)],
  };
}

/** A grace period, which the kubelet ends. A forecast asks for thousands of these and reports a few: their texts are made late. */
export function graceCause(object: GraphNode, { view, facts }: Context): RootCause {
  const { since, overdue = 0 } = ageOf(object, facts.now);
  return {
    type: 'kubelet',
    object,
    get text() {
      const { identity } = object;
      const { deletionGracePeriodSeconds: grace, deletionTimestamp } = object.deletion ?? {};
      const seconds = Math.round(Math.abs(overdue) / 1000);
      const left = since === undefined ? '' : ` (${seconds} s left)`;
      return overdue < 0
        ? say`${identity} has ${grace ?? 0} s to stop, until ${timeOf(deletionTimestamp ?? '', facts.now)}${left}. Once its containers have ended, its kubelet sends the final DELETE.`
        : say`${identity} is past its grace period by ${seconds} s, and its kubelet has not confirmed the end: its node may be down.`;
    },
    short: 'the kubelet of its node',
    rules: ['API-51', 'API-54'],
    state: overdue >= PATIENCE ? 'blocked' : 'slow',
    advice: () => [
      look(object, view, say`See which node it runs on, and whether that node is ready.`),
      withoutKubelet(object, view),
    ],
  };
}

/** `04:13:09 UTC` of a timestamp of the same day; of another day the timestamp. */
function timeOf(timestamp: string, now: Millis | undefined): string {
  const [today] = now === undefined ? [] : formatTimestamp(now).split('T');
  const [day, clock = ''] = timestamp.split('T');
  return day === today && clock.endsWith('Z') ? `${clock.slice(0, -1)} UTC` : timestamp;
}

/** A kind that cannot be read: the cause may be hidden in it. */
export function unreadKindCause(
  object: GraphNode,
  health: KindHealth,
  { view }: Context,
): RootCause {
  const isWebhook = isWebhookFault(health.message ?? '');
  const isKind = isDefinition(object);
  const why = isWebhook ? ['CL-06', 'NS-16'] : ['CL-06'];
  const unread = joinSentences(
    [say`${describeHealth([health])}.`, ...describeOutages([health])],
    ' ',
  );
  return {
    type: isWebhook ? 'webhook' : 'kind',
    object,
    text: isKind ? say`All objects of the defined kind have to go first, and ${unread}` : unread,
    short: `unread kind ${health.kind}`,
    rules: isKind ? ['FN-04', ...why] : why,
    state: isWebhook ? 'blocked' : 'unknown',
    advice: () =>
      isWebhook ? onConversion(health, view) : [look(object, view, say`Look at the object.`)],
  };
}

/** A blocking dependent of a kind that is no longer served: the collector cannot look it up, and keeps it in its graph (MO-13). */
export function unservedKindCause(
  object: GraphNode,
  owner: GraphNode,
  { view }: Context,
): RootCause {
  const { identity, kind, apiVersion } = object;
  return {
    type: 'kind',
    object,
    text: say`The API server no longer serves ${kind} in ${code(apiVersion)}, so the collector cannot look up ${identity}. ${owner.identity} waits until the collector restarts and forgets this object.`,
    short: `unserved kind ${kind}`,
    rules: ['MO-13', 'AD-04', 'DM-10', 'FG-02'],
    state: 'blocked',
    advice: () => [
      bringBack(view),
      notWaiting(owner, view),
      reads(
        view,
        CONTROLLER_MANAGER,
        say`Or restart kube-controller-manager: its collector then forgets the object. This command shows how your cluster runs kube-controller-manager.`,
      ),
    ],
  };
}

/** An API group that the namespace controller cannot discover. */
export function discoveryCause(
  object: GraphNode,
  apiVersion: string,
  message: string,
  { view, facts }: Context,
): RootCause {
  const why = unavailabilityOf(facts.apiServices?.get(apiServiceName(apiVersion)));
  const said = why === undefined ? '' : `. The API server says of its APIService: ${why}`;
  return {
    type: 'discovery',
    object,
    text: say`${apiVersion} cannot be discovered, so the namespace controller cannot know whether anything is left: ${message}${said}`,
    short: `${apiVersion} cannot be discovered`,
    rules: ['NS-06', 'NS-16'],
    state: 'blocked',
    advice: () => onDiscovery(apiVersion, view),
  };
}

/** The API server cannot list or delete the objects of a kind whose definition is being deleted. */
export function instancesCause(object: GraphNode, message: string, { view }: Context): RootCause {
  const [resource = '', ...group] = object.name.split('.');
  const isConversion = /\bconversion webhook\b/.test(message);
  return {
    type: isConversion ? 'webhook' : 'kind',
    object,
    text: say`The API server cannot delete the objects of its kind: ${message}`,
    short: isConversion ? 'a conversion webhook that fails' : 'objects that cannot be deleted',
    rules: ['FN-04'],
    state: 'blocked',
    advice: () =>
      isConversion
        ? onConversion({ group: group.join('.'), resource }, view)
        : [look(object, view, say`Look at its conditions.`)],
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
      ? say`A webhook fails or refuses, so the namespace controller cannot delete all of its content: ${message}`
      : say`The namespace controller cannot list or delete all of its content: ${message}`,
    short: 'content that cannot be deleted',
    rules: ['NS-10', 'NS-16'],
    state: 'blocked',
    advice: () => [reads(view, webhooks, say`See which webhooks take part in deletions.`)],
  };
}

/** Nothing that can be read blocks a Namespace any more; the rest may. */
export function unreadContentCause(
  object: GraphNode,
  unread: readonly string[],
  status: NamespaceStatus | undefined,
  { view, facts }: Context,
): RootCause {
  return {
    type: 'kind',
    object,
    text: describeHidden(unread, 'may block its deletion', 'objects in it'),
    short: 'unread content',
    unread,
    rules: ['NS-14', 'NS-16'],
    state: isLate(object, facts) ? 'unknown' : 'slow',
    advice: () => [onContent(object, status, view)],
  };
}

/** The namespace controller has set no condition. */
export function silenceCause(object: GraphNode, { view, facts }: Context): RootCause {
  return {
    type: 'namespace-controller',
    object,
    text: say`The namespace controller does not seem to run: it has set no condition on this Namespace.`,
    short: 'the namespace controller',
    rules: ['NS-12', 'NS-16'],
    state: isLate(object, facts) ? 'blocked' : 'unknown',
    advice: () => [reads(view, CONTROLLER_MANAGER, say`See whether kube-controller-manager runs.`)],
  };
}

/** Nothing blocks it, and nothing but a restart is sure to make the collector look at it. */
export function restartCause(object: GraphNode, context: Context): RootCause {
  const text = say`No dependent blocks it any more: the collector removes its own finalizer at its next check, at the latest when it restarts.`;
  const cause = workCause(object, 'FG-01', text, context);
  return {
    ...cause,
    text,
    short: 'restart',
    rules: ['FG-01', 'FG-06', 'GB-38'],
    ...(cause.state === 'unknown' && {
      advice: () => [restart(context.view, say`Restart kube-controller-manager`)],
    }),
  };
}

function restart(view: ClusterView, what: Sentence): PlannedAdvice {
  const text = say`${what}: its collector then checks every object again. This command shows how your cluster runs kube-controller-manager.`;
  return reads(view, CONTROLLER_MANAGER, text);
}

/** No dependent that can be read blocks it any more; others may. */
export function hiddenDependentsCause(
  object: GraphNode,
  unread: readonly string[],
  { view, facts }: Context,
): RootCause {
  const late = isLate(object, facts);
  return {
    type: 'kind',
    object,
    text: describeHidden(unread, 'may block its deletion'),
    short: 'unread dependents',
    unread,
    rules: ['FG-01', 'CL-06'],
    state: late ? 'unknown' : 'slow',
    advice: () => [
      look(object, view, say`Look at the object.`),
      // Where nothing hidden blocks it, it is the case of `restartCause`.
      ...(late
        ? [
            restart(
              view,
              say`If none of its hidden dependents blocks it, restart kube-controller-manager`,
            ),
          ]
        : []),
    ],
  };
}

/** The next step, which needs no help. */
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
    text: isStrange ? say`${text} gcscope sees no reason why this has not happened yet.` : text,
    short: 'work',
    rules: [rule],
    state: late ? 'unknown' : 'slow',
    advice: () => [
      look(object, view, late ? say`Look at the object.` : say`Wait, or look at the object.`),
    ],
  };
}

/** Whether a component that has to act had time enough. */
export function isLate(object: GraphNode, { now, patience = PATIENCE }: DeletionFacts): boolean {
  return ageOf(object, now).age >= patience;
}

/** Whether what a server answered speaks of a webhook. */
function isWebhookFault(message: string): boolean {
  return /webhook/i.test(message);
}
