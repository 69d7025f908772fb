import { type Sentence, say } from '../../meta/sentence.ts';
import type { Advice } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ForecastFacts } from '../forecast/forked-world.ts';
import { type PlayedAct, playAct } from '../forecast/play-advice.ts';
import type { PlannedAdvice } from '../planned-advice.ts';
import { namesOf } from '../reason.ts';

/** Pieces of advice that are played for one answer. */
const MOST_PLAYED = 100;

/** Tries each command on a copy of the objects before it is given, and says what follows from it. */
export class AdvicePlayer {
  readonly #view: ClusterView;
  /** Absent: nothing is tried. */
  readonly #facts: ForecastFacts | undefined;
  /** By the command: many objects are held by one cause. */
  readonly #known = new Map<string, readonly Advice[]>();

  constructor(view: ClusterView, facts: ForecastFacts | undefined) {
    this.#view = view;
    this.#facts = facts;
  }

  /** The advice with its outcomes. What the API server refuses, or would delete what it was to keep, is left out. */
  played(advice: readonly PlannedAdvice[]): Advice[] {
    return advice.flatMap((each) => {
      const known = this.#known.get(each.command);
      if (known) return known;
      if (this.#known.size >= MOST_PLAYED) return [told(each)];
      const tried = this.#play(each);
      this.#known.set(each.command, tried);
      return tried;
    });
  }

  #play(advice: PlannedAdvice): readonly Advice[] {
    const { act, keeps } = advice;
    const played = act && this.#facts && playAct(act, this.#view, this.#facts);
    if (!played) return [told(advice)];
    if (!played.isAccepted || (keeps && !played.lasting.has(keeps.uid))) return [];
    return [{ ...told(advice), outcome: outcomeOf(played, advice) }];
  }
}

/** What travels of it. */
function told({ text, command, risk }: PlannedAdvice): Advice {
  return { text, command, risk };
}

function outcomeOf(
  { deleted, terminating, living }: PlayedAct,
  { act, keeps }: PlannedAdvice,
): Sentence {
  const isGone =
    deleted.length === 0
      ? say`Then nothing is deleted`
      : say`Then ${namesOf(deleted)} ${deleted.length === 1 ? 'is' : 'are'} deleted`;
  const kept = keeps && living.has(keeps.uid) ? say`, and ${keeps} stays` : [];
  const held =
    terminating.length > 0
      ? say`; ${namesOf(terminating)} still ${terminating.length === 1 ? 'waits' : 'wait'}`
      : [];
  const own = act && living.has(act.object.uid) && !keeps ? say`; ${act.object} stays` : [];
  return say`${isGone}${kept}${own}${held}.`;
}
