import type { ApiResult } from '../../apiserver/api-result.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import { SettleLimitError, type Simulation } from '../../simulation/simulation.ts';
import type { Advice } from '../../wire/terminating.ts';
import type { PlannedAdvice } from '../blockers/advice.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ForecastFacts } from '../deletion-facts.ts';
import { DeletionLog } from '../forecast/deletion-log.ts';
import { type ForkedWorld, forkWorld } from '../forecast/forked-world.ts';
import { isTerminating } from '../forecast/rest.ts';
import { settleWithKubernetes, startFork } from '../forecast/run-deletion.ts';
import { ForkTooLargeError } from '../fork/reach.ts';
import type { Act } from '../kubectl.ts';
import { namesOf } from '../reason.ts';

/** Pieces of advice that are played for one answer. */
const MOST_PLAYED = 100;
/** Objects that are copied for one piece of advice: it is played while somebody waits for the answer. */
const MOST_OBJECTS = 500;

/** What is left when nothing moves any more. */
interface End {
  /** Whether the API server takes the request. */
  readonly isAccepted: boolean;
  /** True: it is being deleted. */
  readonly left: ReadonlyMap<Uid, boolean>;
  /** What lives also after the collector's next restart, which looks at everything anew. */
  readonly lasting: ReadonlySet<Uid>;
}

/** Tries each command on a copy of the objects before it is given, and says what follows from it. */
export class AdvicePlayer {
  readonly #view: ClusterView;
  /** Absent: nothing is tried. */
  readonly #facts: ForecastFacts | undefined;
  /** By the command: one cause may block many objects. */
  readonly #known = new Map<string, readonly Advice[]>();

  constructor(view: ClusterView, facts: ForecastFacts | undefined) {
    this.#view = view;
    this.#facts = facts;
  }

  /** The advice with its outcomes. What the API server refuses, or would delete what it was to keep, is left out. */
  played(advice: readonly PlannedAdvice[]): Advice[] {
    return advice.flatMap((each) => {
      const { act, keeps, ...untried } = each;
      const known = this.#known.get(each.command);
      if (known) return known;
      if (this.#known.size >= MOST_PLAYED) return [untried];
      const tried = act ? this.#tried(untried, act, keeps) : [untried];
      this.#known.set(each.command, tried);
      return tried;
    });
  }

  #tried(advice: Advice, act: Act, keeps: ObjectReference | undefined): Advice[] {
    const node = this.#view.get(act.object.uid);
    if (!node || !this.#facts) return [advice];
    try {
      const world = forkWorld([node], this.#view, this.#facts, MOST_OBJECTS);
      const after = play(world, act);
      if (!after.isAccepted || (keeps && !after.lasting.has(keeps.uid))) return [];
      return [{ ...advice, outcome: outcomeOf(world, play(world), after, act.object, keeps) }];
    } catch (error) {
      if (error instanceof ForkTooLargeError || error instanceof SettleLimitError) return [advice];
      throw error;
    }
  }
}

/** Plays an act on the fork, or what happens without one: with the collector, kubelets and the controllers of Kubernetes. */
function play(world: ForkedWorld, act?: Act): End {
  const simulation = startFork(world, new DeletionLog(world));
  const isAccepted = act ? send(act, world, simulation).ok : true;
  for (const _ of settleWithKubernetes(simulation, world));
  const all = [...simulation.apiServer.all()];
  const left = new Map(all.map((object) => [object.metadata.uid, isTerminating(object)]));
  if (act) {
    simulation.process.restart();
    for (const _ of settleWithKubernetes(simulation, world));
  }
  const lasting = [...simulation.apiServer.all()].filter((object) => !isTerminating(object));
  return { isAccepted, left, lasting: new Set(lasting.map(({ metadata }) => metadata.uid)) };
}

function send(act: Act, { byUid }: ForkedWorld, { apiServer }: Simulation): ApiResult {
  const { uid } = act.object;
  const { target } = byUid.get(uid) ?? {};
  if (!target) throw new Error('The object of the act is not in the fork.');
  return 'operations' in act
    ? apiServer.patch(target, 'json', act.operations)
    : apiServer.delete(target, { ...act.options, preconditions: { uid } });
}

/** What follows from the act that would not happen without it. */
function outcomeOf(
  { byUid }: ForkedWorld,
  without: End,
  after: End,
  object: ObjectReference,
  keeps: ObjectReference | undefined,
): Sentence {
  const objects = Array.from(byUid.values(), ({ identity }) => identity);
  const deleted = objects.filter(({ uid }) => !after.left.has(uid) && without.left.has(uid));
  const waiting = objects.filter(({ uid }) => after.left.get(uid) === true);
  const lives = ({ uid }: ObjectReference): boolean => after.left.get(uid) === false;
  const isGone =
    deleted.length === 0
      ? say`Then nothing is deleted`
      : say`Then ${namesOf(deleted)} ${deleted.length === 1 ? 'is' : 'are'} deleted`;
  const kept = keeps && lives(keeps) ? say`, and ${keeps} stays` : [];
  const own = !keeps && lives(object) ? say`; ${object} stays` : [];
  const wait = waiting.length === 1 ? 'waits' : 'wait';
  const held = waiting.length > 0 ? say`; ${namesOf(waiting)} still ${wait}` : [];
  return say`${isGone}${kept}${own}${held}.`;
}
