import type { ObjectReference } from '../../meta/object-reference.ts';
import { code, type Sentence, say } from '../../meta/sentence.ts';
import type { KindHealth } from '../../wire/frames.ts';
import { isDefinition } from '../container-kinds.ts';
import { ageOf, PATIENCE } from '../deletion-facts.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import { describeReference } from '../references/describe-reference.ts';
import type { BlockerWalk } from './blocker-walk.ts';
import type { BlockedPath, BlockerLink, RootCause } from './root-cause.ts';
import { isWebhookFault } from './state-of-cause.ts';

/** What a cause is told with. */
export type CauseContext = Pick<BlockerWalk, 'view' | 'facts'>;

/** What holds the deletion, in one sentence. */
export function describeCause(cause: RootCause, { view, facts }: CauseContext): Sentence {
  const { identity } = cause.object;
  switch (cause.type) {
    case 'finalizer': {
      const { removedBy, handled } = finalizerOwner(cause.finalizer, facts.groups);
      const since =
        handled === 'no' ? '; no API group of its is served, so it seems not to be installed' : '';
      return say`${identity} keeps the finalizer ${code(cause.finalizer)}: ${removedBy}${since}.`;
    }
    case 'spec-finalizer':
      return say`${code('spec.finalizers')} holds ${code(cause.finalizer)}: whoever set it has to remove it.`;
    case 'reference':
      return say`${identity} blocks its owner and is never deleted: ${describeReference(cause.judged, view)}`;
    case 'circle':
      return cause.owner === cause.object
        ? say`${identity} waits for itself.`
        : say`${cause.owner.identity} waits for ${identity}, which waits for it in turn: neither goes by itself.`;
    case 'kubelet':
      return describeGrace(cause, facts.now);
    case 'kind':
      return describeUnreadKind(identity, cause.health);
    case 'discovery':
      return say`${cause.apiVersion} cannot be discovered, so the namespace controller cannot know that nothing is left: ${cause.message}`;
    case 'content':
      return isWebhookFault(cause.message)
        ? say`A webhook fails or refuses, so not all of its content can be deleted: ${cause.message}`
        : say`Not all of its content can be listed or deleted: ${cause.message}`;
    case 'namespace-controller':
      return say`The namespace controller has said nothing about it: it does not seem to run.`;
    case 'restart':
      return say`No dependent blocks it any more: the collector removes its own finalizer when it next looks at it, at the latest when it restarts.`;
    default: {
      const isLate = ageOf(cause.object, facts.now).age >= PATIENCE;
      return isLate
        ? say`${cause.text} That it has not happened for so long has no cause that can be seen.`
        : cause.text;
    }
  }
}

function describeUnreadKind(identity: ObjectReference, health: KindHealth): Sentence {
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

function describeGrace({ object }: RootCause, now: number | undefined): Sentence {
  const { overdue = 0 } = ageOf(object, now);
  const seconds = Math.round(Math.abs(overdue) / 1000);
  return overdue < 0
    ? say`${object.identity} is in its grace period, for ${seconds} s more.`
    : say`${object.identity} is past its grace period by ${seconds} s, and its kubelet has not confirmed the end: its node may be down.`;
}

/** Why one object of the way waits for the next. */
export function describeLink({ over, rule }: BlockerLink): Sentence {
  switch (rule) {
    case 'FG-02':
      return say`Waits for ${over.identity}, which blocks it.`;
    case 'FN-04':
      return say`Waits for ${over.identity}, of its kind.`;
    default:
      return say`Waits for ${over.identity}, which is left in it.`;
  }
}

/** A cause in few words, for a chip: `finalizer example.com/hold`, `never deleted`. */
export function shortCause(cause: RootCause): string {
  switch (cause.type) {
    case 'finalizer':
    case 'spec-finalizer':
      return `finalizer ${cause.finalizer}`;
    case 'reference':
      return 'never deleted';
    case 'circle':
      return 'a circle of owners';
    case 'kind':
      return `unread kind ${cause.health.kind}`;
    case 'discovery':
      return `${cause.apiVersion} cannot be discovered`;
    case 'content':
      return 'content that cannot be deleted';
    case 'kubelet':
      return 'the kubelet of its node';
    case 'namespace-controller':
      return 'the namespace controller';
    default:
      return cause.type;
  }
}

/** The way in few words, for a chip: `finalizer example.com/hold`, `Pod shop/web-x, never deleted`. */
export function shortBlocker({ links, cause }: BlockedPath): string {
  const [first] = links;
  if (!first || links.length > 1) return shortCause(cause);
  const { kind, namespace, name } = first.over.identity;
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}, ${shortCause(cause)}`;
}

/** The rules behind a cause, the closest first. */
export function rulesOf(cause: RootCause, { facts }: CauseContext): readonly string[] {
  switch (cause.type) {
    case 'finalizer': {
      const { rule } = finalizerOwner(cause.finalizer, facts.groups);
      return rule === 'API-35' ? [rule] : [rule, 'API-35'];
    }
    case 'spec-finalizer':
      return ['FN-03', 'NS-01'];
    case 'reference':
      return [cause.judged.rule, 'DM-10', 'FG-02'];
    case 'circle':
      return ['FG-02', 'DM-10'];
    case 'kubelet':
      return ['API-51', 'API-54'];
    case 'kind': {
      const why = isWebhookFault(cause.health.message) ? ['CL-06', 'NS-16'] : ['CL-06'];
      return isDefinition(cause.object.identity) ? ['FN-04', ...why] : why;
    }
    case 'discovery':
      return ['NS-06', 'NS-16'];
    case 'content':
      return ['NS-10', 'NS-16'];
    case 'namespace-controller':
      return ['NS-12', 'NS-16'];
    case 'restart':
      return ['FG-01', 'FG-06', 'GB-38'];
    default:
      return [cause.rule];
  }
}
