import type { Uid } from '../meta/object-reference.ts';
import { joinSentences, type NamedInSentence, type Sentence, say } from '../meta/sentence.ts';
import {
  actionsBefore,
  type Choice,
  type NextUp,
  type Offers,
  type PlaybackOptions,
} from '../wire/playback.ts';
import { candidates, possibleActions } from './offers.ts';
import { type PlaybackSource, worldAt } from './play.ts';
import type { PlayedWorld } from './played-world.ts';

/** In larger worlds the outcome of each choice is not tried out: it would take too long. */
const MOST_OBJECTS = 60;
const MOST_STEPS = 400;
/** More differences than a sentence can hold are counted. */
const MOST_NAMED = 3;

/**
 * The user's choices after `at` steps of a source. For each actor that could go next, it says whether the outcome would
 * differ. `selected` is a further object that the user could delete. Throws `ScenarioError`.
 */
export function offersAt(
  source: PlaybackSource,
  options: PlaybackOptions,
  at: number,
  selected: readonly Uid[],
): Offers {
  const before = { ...options, actions: actionsBefore(options.actions, at) };
  const world = worldAt(source, before, at);
  const actions = possibleActions(world.simulation, selected);
  const next = candidates(world.simulation);
  if (next.length === 0) return { actions, choices: [], untried: false };
  const usual = worldAt(source, before, Number.POSITIVE_INFINITY);
  const untried = usual.objects.length > MOST_OBJECTS || usual.length > MOST_STEPS;
  const end = endOf(usual);
  const differing = (other: PlayedWorld): Pick<Choice, 'difference'> => {
    const difference = differenceOf(end, endOf(other));
    return difference === undefined ? {} : { difference };
  };
  const choices = next.flatMap((act, index): Choice[] => {
    const byDefault = index === 0;
    const paused = { ...act, pauses: true } as const;
    const isWorker = act.queue !== 'graphChanges';
    if (untried) {
      const pair = [
        { act, byDefault },
        { act: paused, byDefault: false },
      ];
      return isWorker ? pair : pair.slice(0, 1);
    }
    const played = byDefault ? usual : chosen(source, before, at, act);
    const choice = { act, byDefault, ...differing(played) };
    const step = played.recorder.steps[at];
    // By itself a Pod may end before anybody goes.
    const [sent, then] = step?.subject?.uid === act.uid ? step.requests : [];
    if (!isWorker || !sent || !then) return [choice];
    const withPause = chosen(source, before, at, paused);
    const between = [sent.method, then.method] as const;
    return [choice, { act: paused, byDefault: false, between, ...differing(withPause) }];
  });
  return { actions, choices: choices.length < 2 ? [] : choices, untried };
}

function chosen(
  source: PlaybackSource,
  before: PlaybackOptions,
  at: number,
  act: NextUp,
): PlayedWorld {
  const actions = [...before.actions, { at, act }];
  return worldAt(source, { ...before, actions }, Number.POSITIVE_INFINITY);
}

/** The final state of an object. */
interface Left {
  readonly object: NamedInSentence;
  readonly state: 'terminating' | 'there';
  readonly owners: string;
}

function endOf({ simulation }: PlayedWorld): Map<Uid, Left> {
  const left = new Map<Uid, Left>();
  for (const { apiVersion, kind, metadata } of simulation.apiServer.all()) {
    const { namespace = '', name, uid, deletionTimestamp, ownerReferences = [] } = metadata;
    left.set(uid, {
      object: { apiVersion, kind, namespace, name, uid },
      state: deletionTimestamp === undefined ? 'there' : 'terminating',
      owners: JSON.stringify(ownerReferences.map((each) => each.uid)),
    });
  }
  return left;
}

function differenceOf(
  usual: ReadonlyMap<Uid, Left>,
  other: ReadonlyMap<Uid, Left>,
): Sentence | undefined {
  const described = [...new Set([...usual.keys(), ...other.keys()])].flatMap((uid): Sentence[] => {
    const [a, b] = [usual.get(uid), other.get(uid)];
    const named = a?.object ?? b?.object ?? uid;
    if (a && !b) return [say`${named} is gone`];
    if (b && !a) return [say`${named} stays`];
    if (a?.state !== b?.state) return [say`${named} is ${b?.state ?? ''}`];
    return a?.owners === b?.owners ? [] : [say`${named} has other owners`];
  });
  if (described.length === 0) return undefined;
  const more = described.length > MOST_NAMED ? ` and ${described.length - MOST_NAMED} more` : '';
  return say`In the end ${joinSentences(described.slice(0, MOST_NAMED), ', ')}${more}.`;
}
