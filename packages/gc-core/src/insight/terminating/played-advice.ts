import { type Sentence, say } from '../../meta/sentence.ts';
import type { Advice } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ForecastFacts } from '../forecast/forecast-facts.ts';
import { type PlayedAct, playAct } from '../forecast/play-advice.ts';
import { namesOf } from '../reason.ts';

/** Pieces of advice that are played for one answer. */
const MOST_PLAYED = 100;

/** Tries each command on a copy of the objects before it is given, and says what follows from it. */
export class AdvicePlayer {
  readonly #view: ClusterView;
  readonly #facts: ForecastFacts;
  /** By the command: many objects are held by one cause. */
  readonly #known = new Map<string, readonly Advice[]>();

  constructor(view: ClusterView, facts: ForecastFacts) {
    this.#view = view;
    this.#facts = facts;
  }

  /** The advice with its outcomes. What the API server refuses, or would delete what it was to keep, is left out. */
  played(advice: readonly Advice[]): Advice[] {
    return advice.flatMap((each) => {
      const known = this.#known.get(each.command);
      if (known) return known;
      if (this.#known.size >= MOST_PLAYED) return [each];
      const told = this.#play(each);
      this.#known.set(each.command, told);
      return told;
    });
  }

  #play(advice: Advice): readonly Advice[] {
    const { act, keeps } = advice;
    const played = act && playAct(act, this.#view, this.#facts);
    if (!played) return [advice];
    if (!played.isAccepted || (keeps && !played.lasting.has(keeps.uid))) return [];
    return [{ ...advice, outcome: outcomeOf(played, advice) }];
  }
}

function outcomeOf({ deleted, terminating, living }: PlayedAct, { act, keeps }: Advice): Sentence {
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
