import { setTimeout } from 'node:timers/promises';
import { RELEASES, type ReleaseProfile } from '@gcscope/gc-core';
import type { Millis, Uid } from '@gcscope/gc-core/wire';
import { describeAnswer } from '../api-client.ts';
import type { Series } from '../build-real-cluster.ts';
import { collectionPath } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { atRest } from './at-rest.ts';
import { checkForecast } from './check-forecast.ts';
import { checkVerdicts, type Disagreement, restlessIn, verdictsOn } from './check-verdicts.ts';
import { seenRounds, unseenActions } from './judged-world.ts';
import { keepTried } from './keep-mismatch.ts';
import { readNamespaces } from './namespaces.ts';
import { planDeletion } from './plan-deletion.ts';
import { allLeft, inParallel, Play } from './play.ts';
import { ReachableOutcomes } from './reachable-outcomes.ts';
import { type DifferentialOptions, startForWorlds } from './real-differential.ts';
import { shrinkTried } from './shrink-world.ts';
import {
  type ForecastTrial,
  isExcused,
  type TriedWorld,
  type VerdictTrial,
  wrongIn,
} from './tried-world.ts';
import { figuresOf, verdictReport } from './verdict-report.ts';
import { KINDS, type World } from './world.ts';
import type { StoredObject, WorldState } from './world-state.ts';

/** Worlds that settle together. */
const BATCH = 200;
/** What is retried with a growing delay is noticed late; an object with another verdict is looked at again. Milliseconds. */
const PATIENCE = 60_000;
const LOOK_AGAIN = 3000;
/** While shrinking, many worlds are not explained, and each is waited for. */
const HASTY_PATIENCE = 6000;

/** A real cluster whose collector has to do what gcscope says it will. */
export class VerdictDifferential {
  readonly #cluster: RealCluster;
  readonly #release: ReleaseProfile;
  #patience: Millis;
  readonly #progress: (text: string) => void;

  private constructor(
    cluster: RealCluster,
    { release, patience, progress }: Required<DifferentialOptions>,
  ) {
    this.#cluster = cluster;
    this.#release = release;
    this.#patience = patience;
    this.#progress = progress;
  }

  /** Starts a cluster of the series; it ends with {@link stop}. */
  static async start(
    series: Series,
    options: DifferentialOptions = {},
  ): Promise<VerdictDifferential> {
    const cluster = await startForWorlds(series);
    const { release = RELEASES[series], patience = PATIENCE, progress = () => {} } = options;
    return new VerdictDifferential(cluster, { release, patience, progress });
  }

  stop(): Promise<void> {
    return this.#cluster.stop();
  }

  /**
   * Lets worlds settle, says the verdict on every object, restarts the collector and looks what became of them; then
   * foretells a deletion in each and carries it out.
   */
  async tryWorlds(worlds: readonly World[]): Promise<TriedWorld[]> {
    const tried = await this.#tryAll(worlds);
    this.#progress(verdictReport(figuresOf(tried)));
    return tried;
  }

  /** Shrinks each world that is not explained, and writes it as a scenario file into `folder`; returns the paths. */
  async keep(tried: readonly TriedWorld[], folder: string): Promise<string[]> {
    const files: string[] = [];
    for (const each of tried) {
      if (!wrongIn(each)) continue;
      files.push(await keepTried(await this.#shrink(each), this.#release, folder));
    }
    return files;
  }

  /** The result is one also with all patience, else the world is given back as it was. */
  async #shrink(tried: TriedWorld): Promise<TriedWorld> {
    const patience = this.#patience;
    this.#patience = Math.min(patience, HASTY_PATIENCE);
    const shrunk = await shrinkTried(tried, (worlds) => {
      this.#progress(`world ${tried.world.seed}: ${worlds.length} smaller worlds`);
      return this.#tryAll(worlds);
    });
    this.#patience = patience;
    const [again] = await this.#tryAll([shrunk.world]);
    return again && wrongIn(again) ? again : tried;
  }

  async #tryAll(worlds: readonly World[]): Promise<TriedWorld[]> {
    const tried: TriedWorld[] = [];
    for (let from = 0; from < worlds.length; from += BATCH) {
      tried.push(...(await this.#tryBatch(worlds.slice(from, from + BATCH))));
    }
    return tried;
  }

  async #tryBatch(worlds: readonly World[]): Promise<TriedWorld[]> {
    await this.#cluster.restartControllerManager();
    const plays = worlds.map((world) => new Play(this.#cluster, world));
    await inParallel(plays, (play) => play.prepare());
    const rounds = Math.max(...worlds.map((world) => seenRounds(world).length));
    for (let round = 0; round < rounds; round++) {
      await this.#unseen(plays, (play) => play.perform(seenRounds(play.world)[round] ?? []));
      await this.#rest();
    }
    const verdicts = await this.#tryVerdicts(plays);
    this.#progress(`verdicts of ${plays.length} worlds are compared`);
    await this.#endPods(plays);
    const forecasts = await this.#tryForecasts(plays);
    await inParallel(plays, (play) => play.clear());
    return plays.map((play, at): TriedWorld => {
      const trial = verdicts[at];
      const predicted = forecasts[at];
      if (!trial) throw new Error('A world was not judged.');
      const { world } = play;
      const numberOf = (uid: Uid): number | undefined => play.numberOf(uid);
      return { world, numberOf, verdicts: trial, ...(predicted ? { forecast: predicted } : {}) };
    });
  }

  async #tryVerdicts(plays: readonly Play[]): Promise<VerdictTrial[]> {
    const release = this.#release;
    const isSettled = (found: readonly Disagreement[]): boolean => found.length === 0;
    const restless = await this.#look(plays, (state) => restlessIn(state, release), isSettled);
    this.#cluster.pauseControllerManager();
    await inParallel(plays, (play) => play.perform(unseenActions(play.world)));
    const befores = await readStates(this.#cluster, plays);
    const predicted = befores.map((state) => verdictsOn(state, release));
    const possible = befores.map((state) => new ReachableOutcomes(state, undefined, release));
    await this.#cluster.restartControllerManager();
    await this.#rest();
    const trialOf = (after: WorldState, at: number): VerdictTrial => {
      const before = befores[at] ?? new Map();
      const disagreements = checkVerdicts(before, after, release);
      const ends = possible[at];
      const isOtherOrder =
        disagreements.length > 0 &&
        ends?.has(after) === true &&
        ends.some((end) => isSettled(checkVerdicts(before, end, release)));
      return { before, after, predicted: predicted[at] ?? new Map(), disagreements, isOtherOrder };
    };
    const isExplained = (trial: VerdictTrial): boolean =>
      trial.isOtherOrder || isSettled(trial.disagreements);
    const trials = await this.#look(plays, trialOf, isExplained);
    return trials.map((trial, at) => {
      const found = restless[at] ?? [];
      const disagreements = [...found, ...trial.disagreements];
      return { ...trial, disagreements, isOtherOrder: trial.isOtherOrder && isSettled(found) };
    });
  }

  async #tryForecasts(plays: readonly Play[]): Promise<(ForecastTrial | undefined)[]> {
    const release = this.#release;
    // The collector remembers who once waited for dependents (DM-06); who looks at the world now cannot know.
    await this.#cluster.restartControllerManager();
    await this.#rest();
    const befores = await readStates(this.#cluster, plays);
    const planned = befores.map((state, at) => {
      const play = plays[at];
      return play && planDeletion(play, state, release);
    });
    await this.#unseen(plays, async (play) => {
      const at = plays.indexOf(play);
      const { deletion } = planned[at] ?? {};
      if (!deletion) return;
      const { target, policy: propagationPolicy } = deletion;
      await this.#send(target, befores[at] ?? new Map(), { propagationPolicy });
    });
    await this.#rest();
    await this.#endPods(plays);
    const trialOf = (after: WorldState, at: number): ForecastTrial | undefined => {
      const plan = planned[at];
      const before = befores[at];
      if (!plan || !before) return undefined;
      const disagreements = checkForecast(plan.predicted, before, after);
      const isOtherOrder = disagreements.length > 0 && plan.possible.has(after);
      const { deletion, predicted } = plan;
      return { before, after, deletion, predicted, disagreements, isOtherOrder };
    };
    const isExplained = (trial: ForecastTrial | undefined): boolean =>
      !trial || trial.disagreements.length === 0 || isExcused(trial);
    return this.#look(plays, trialOf, isExplained);
  }

  /** Looks at the worlds until all are explained, or patience ends. */
  async #look<T>(
    plays: readonly Play[],
    lookAt: (state: WorldState, at: number) => T,
    isExplained: (look: T) => boolean,
  ): Promise<T[]> {
    const until = performance.now() + this.#patience;
    for (;;) {
      const looks = (await readStates(this.#cluster, plays)).map(lookAt);
      if (looks.every(isExplained) || performance.now() > until) return looks;
      await setTimeout(LOOK_AGAIN);
    }
  }

  /** Users write while the collector is paused, so that it meets all of it as a whole. */
  async #unseen(plays: readonly Play[], work: (play: Play) => Promise<void>): Promise<void> {
    this.#cluster.pauseControllerManager();
    try {
      await inParallel(plays, work);
    } finally {
      this.#cluster.resumeControllerManager();
    }
  }

  #rest(): Promise<void> {
    return atRest(this.#cluster);
  }

  /** Stands in for the kubelets: ends Pods in their grace period, until there are none. */
  async #endPods(plays: readonly Play[]): Promise<void> {
    for (;;) {
      const states = await readStates(this.#cluster, plays);
      const ending = states.flatMap((state) =>
        [...state].flatMap(([uid, { meta }]) =>
          (meta.deletionGracePeriodSeconds ?? 0) > 0 ? [{ uid, state }] : [],
        ),
      );
      if (ending.length === 0) return;
      const final = { gracePeriodSeconds: 0 };
      await inParallel(ending, ({ uid, state }) => this.#send(uid, state, final));
      await this.#rest();
    }
  }

  async #send(uid: Uid, state: WorldState, options: object): Promise<void> {
    const object = state.get(uid)?.identity;
    const kind = KINDS.find((each) => each.kind === object?.kind);
    if (!object || !kind) throw new Error(`${uid} cannot be deleted.`);
    const path = `${collectionPath(kind, object.namespace)}/${object.name}`;
    const preconditions = { uid };
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions, ...options };
    const answer = await this.#cluster.request('DELETE', path, body);
    if (answer.code >= 300) throw new Error(`DELETE ${path}: ${describeAnswer(answer)}`);
  }
}

/** What the real server has of each world, in the worlds' order. */
async function readStates(cluster: RealCluster, plays: readonly Play[]): Promise<WorldState[]> {
  const [left, namespaces] = await Promise.all([allLeft(cluster), readNamespaces(cluster)]);
  const statuses = new Map(namespaces.map(({ metadata, status }) => [metadata.uid, status]));
  return plays.map((play) => {
    const state = new Map<Uid, StoredObject>();
    for (const { apiVersion, kind, ...meta } of left) {
      const { namespace = '', name, uid } = meta;
      const number = play.numberOf(uid);
      if (number === undefined) continue;
      const identity = { apiVersion, kind, namespace, name, uid };
      const onNode = kind === 'Pod' && play.world.objects[number]?.onNode === true;
      const status = kind === 'Namespace' ? statuses.get(uid) : undefined;
      state.set(uid, { identity, meta, onNode, ...(status ? { status } : {}) });
    }
    return state;
  });
}
