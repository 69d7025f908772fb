import type { ApiResult } from '../../apiserver/api-result.ts';
import { answerOf } from '../../meta/answer-of.ts';
import type { ApiObject } from '../../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import { namesOf, type Sentence, say } from '../../meta/sentence.ts';
import { SettleLimitError } from '../../simulation/simulation.ts';
import type { Advice } from '../../wire/terminating.ts';
import type { PlannedAdvice } from '../blockers/advice.ts';
import type { ClusterView, PlayableView } from '../cluster-view.ts';
import { type ForkedWorld, forkWorldStepwise } from '../forecast/forked-world.ts';
import { isTerminating, PlayedFork } from '../forecast/played-fork.ts';
import { ForkTooLargeError } from '../fork/reach.ts';
import { type Act, isUnserved } from '../kubectl.ts';

/** Pieces of advice that are played for one answer. */
const MOST_PLAYED = 100;
/** Objects that are copied for one piece of advice: it is played while a reader waits for the answer. */
const MOST_OBJECTS = 500;

/** The remaining objects when nothing changes any more. */
interface End {
  /** Whether the API server takes the request. */
  readonly isAccepted: boolean;
  readonly left: ReadonlyMap<Uid, ApiObject>;
  /** The same before any kubelet has stopped a Pod. */
  readonly soon: ReadonlyMap<Uid, ApiObject>;
  /** The same after the collector's next restart, which looks at everything anew. */
  readonly lasting: ReadonlyMap<Uid, ApiObject>;
}

/** Tries each command on a fork before it is given, and says what follows from it. */
export class AdvicePlayer {
  readonly #view: ClusterView;
  /** By the command: one cause may block many objects. */
  readonly #known = new Map<string, readonly Advice[]>();

  constructor(view: ClusterView) {
    this.#view = view;
  }

  /**
   * The advice with its outcomes. What the API server refuses, also because it does not serve the kind, or what would delete what it
   * was to keep, is left out.
   */
  played(advice: readonly PlannedAdvice[]): Advice[] {
    return advice.flatMap((each) => {
      const { act, keeps, ...untried } = each;
      if (act && isUnserved(act.object, this.#view)) return [];
      const known = this.#known.get(each.command);
      if (known) return known;
      if (this.#known.size >= MOST_PLAYED) return [untried];
      const tried = act ? this.#tried(untried, act, keeps) : [untried];
      this.#known.set(each.command, tried);
      return tried;
    });
  }

  #tried(advice: Advice, act: Act, keeps: ObjectReference | undefined): Advice[] {
    const view = this.#view;
    const node = view.get(act.object.uid);
    if (!node || !isPlayable(view)) return [advice];
    try {
      const world = answerOf(forkWorldStepwise([node], view, MOST_OBJECTS));
      const after = play(world, act);
      if (!after.isAccepted || (keeps && !lives(keeps, after.lasting))) return [];
      return [{ ...advice, outcome: outcomeOf(world, play(world), after, act.object, keeps) }];
    } catch (error) {
      if (error instanceof ForkTooLargeError || error instanceof SettleLimitError) return [advice];
      throw error;
    }
  }
}

function isPlayable(view: ClusterView): view is PlayableView {
  const { now, resources } = view.deletionFacts?.() ?? {};
  return now !== undefined && resources !== undefined;
}

/** Plays an act on the fork, or what happens without one: with the collector, kubelets and the controllers of Kubernetes. */
function play(world: ForkedWorld, act?: Act): End {
  const fork = PlayedFork.of(world);
  const isAccepted = !act || send(act, fork).ok;
  for (const _ of fork.settle());
  const soon = fork.objects();
  for (const _ of fork.settleWithKubernetes());
  const left = fork.objects();
  if (act) {
    fork.simulation.process.restart();
    for (const _ of fork.settleWithKubernetes());
  }
  return { isAccepted, left, soon, lasting: fork.objects() };
}

function send(act: Act, { world, simulation: { apiServer } }: PlayedFork): ApiResult {
  const { uid } = act.object;
  const { target } = world.byUid.get(uid) ?? {};
  if (!target) throw new Error('The object of the act is not in the fork.');
  return 'operations' in act
    ? apiServer.patch(target, 'json', act.operations)
    : apiServer.delete(target, { ...act.options, preconditions: { uid } });
}

function lives({ uid }: ObjectReference, there: End['left']): boolean {
  const object = there.get(uid);
  return object !== undefined && !isTerminating(object);
}

/** The effects of the act that would not happen without it. */
function outcomeOf(
  { byUid }: ForkedWorld,
  without: End,
  after: End,
  object: ObjectReference,
  keeps: ObjectReference | undefined,
): Sentence {
  const objects = Array.from(byUid.values(), ({ identity }) => identity);
  const deleted = objects.filter(({ uid }) => !after.left.has(uid) && without.left.has(uid));
  const waiting = objects.filter((each) => after.left.has(each.uid) && !lives(each, after.left));
  const isGone =
    deleted.length > 0
      ? say`Then ${namesOf(deleted)} ${deleted.length === 1 ? 'is' : 'are'} deleted${onceStopped(deleted, after)}`
      : after.left.has(object.uid)
        ? say`Then nothing is deleted`
        : say`Then ${object} goes at once, instead of later`;
  const kept = keeps && lives(keeps, after.left) ? say`, and ${keeps} stays` : [];
  const own = !keeps && lives(object, after.left) ? say`; ${object} stays` : [];
  const wait = waiting.length === 1 ? 'waits' : 'wait';
  const held = waiting.length > 0 ? say`; ${namesOf(waiting)} still ${wait}` : [];
  return say`${isGone}${kept}${own}${held}.`;
}

/** Pods that have grace left are deleted by their kubelets (API-54). */
function onceStopped(deleted: readonly ObjectReference[], { soon }: End): Sentence {
  const awaited = deleted.filter(({ kind, uid }) => kind === 'Pod' && soon.has(uid));
  if (awaited.length === 0) return [];
  if (deleted.length === 1) return say`, once its kubelet has stopped it`;
  return say`, once the kubelet has stopped ${namesOf(awaited)}`;
}
