import type { Uid } from '../meta/object-reference.ts';
import { joinSentences, type NamedInSentence, type Sentence, say } from '../meta/sentence.ts';
import {
  type Choice,
  cuesBefore,
  type Direction,
  type NextUp,
  type Offers,
} from '../wire/playback.ts';
import { candidates, possibleActions } from './offers.ts';
import { type Piece, worldAt } from './play.ts';
import type { PlayedWorld } from './played-world.ts';

/** In larger worlds nobody tries out where each choice leads: it would take too long. */
const MOST_OBJECTS = 60;
const MOST_STEPS = 400;
/** More differences than a sentence can hold are counted. */
const MOST_TOLD = 3;

/**
 * What could be made to happen after `at` steps of a piece, and for each who could go next whether the end would be
 * another one; `selected` is an object that could be deleted, too. Throws `ScenarioError`.
 */
export function offersAt(
  piece: Piece,
  direction: Direction,
  at: number,
  selected: readonly Uid[],
): Offers {
  const before = { ...direction, cues: cuesBefore(direction.cues, at) };
  const world = worldAt(piece, before, at);
  const actions = possibleActions(world.simulation, selected);
  const next = candidates(world.simulation);
  if (next.length === 0) return { actions, choices: [], untried: false };
  const usual = worldAt(piece, before, Number.POSITIVE_INFINITY);
  const untried = usual.objects.length > MOST_OBJECTS || usual.length > MOST_STEPS;
  const end = endOf(usual);
  const differing = (other: PlayedWorld): Pick<Choice, 'difference'> => {
    const difference = differenceOf(end, endOf(other));
    return difference === undefined ? {} : { difference };
  };
  const choices = next.flatMap((act, index): Choice[] => {
    const byDefault = index === 0;
    const standing = { ...act, stands: true } as const;
    const isWorker = act.queue !== 'graphChanges';
    if (untried) {
      const pair = [
        { act, byDefault },
        { act: standing, byDefault: false },
      ];
      return isWorker ? pair : pair.slice(0, 1);
    }
    const played = byDefault ? usual : chosen(piece, before, at, act);
    const choice = { act, byDefault, ...differing(played) };
    const step = played.recorder.steps[at];
    // By itself a Pod may end before anybody goes.
    const [sent, then] = step?.subject?.uid === act.uid ? step.requests : [];
    if (!isWorker || !sent || !then) return [choice];
    const stood = chosen(piece, before, at, standing);
    const between = [sent.method, then.method] as const;
    return [choice, { act: standing, byDefault: false, between, ...differing(stood) }];
  });
  return { actions, choices: choices.length < 2 ? [] : choices, untried };
}

function chosen(piece: Piece, before: Direction, at: number, act: NextUp): PlayedWorld {
  const cues = [...before.cues, { at, act }];
  return worldAt(piece, { ...before, cues }, Number.POSITIVE_INFINITY);
}

/** What is left of an object in the end. */
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
  const told = [...new Set([...usual.keys(), ...other.keys()])].flatMap((uid): Sentence[] => {
    const [a, b] = [usual.get(uid), other.get(uid)];
    const named = a?.object ?? b?.object ?? uid;
    if (a && !b) return [say`${named} is gone`];
    if (b && !a) return [say`${named} stays`];
    if (a?.state !== b?.state) return [say`${named} is ${b?.state ?? ''}`];
    return a?.owners === b?.owners ? [] : [say`${named} has other owners`];
  });
  if (told.length === 0) return undefined;
  const more = told.length > MOST_TOLD ? ` and ${told.length - MOST_TOLD} more` : '';
  return say`In the end ${joinSentences(told.slice(0, MOST_TOLD), ', ')}${more}.`;
}
