import type { GraphNode } from '../../graph/graph-node.ts';
import { answerOf } from '../../meta/answer-of.ts';
import type { Millis, Seconds } from '../../meta/object-meta.ts';
import { PROPAGATION_POLICIES, type PropagationPolicy } from '../../meta/propagation-policy.ts';
import type { Forecast, PolicyForecast } from '../../wire/forecast.ts';
import { type ClusterView, isNeverSeen, type PlayableView } from '../cluster-view.ts';
import { deleteCommands } from '../kubectl.ts';
import { Comparison, countKinds, storageThatGoes, touchedNamespaces } from './forecast-lines.ts';
import { type ForkedWorld, forkWorldStepwise } from './forked-world.ts';
import { couldOrderMatter, exploreOutcomes } from './orders.ts';
import { PlayedFork } from './played-fork.ts';
import { Rest } from './rest.ts';

/** Requests that a collector with default flags sends before its rate limit applies (CF-05). */
const BURST = 30;

/** How far a forecast has come: objects whose deletion was played, of all policies. */
export interface ForecastProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Forecasts a deletion of the objects, for each policy. It copies the part of the cluster that the deletion can reach,
 * and plays the deletion there with the collector itself; the graph does not change. It leaves out unobserved objects,
 * which cannot be deleted, and policies that the release of the view does not know.
 */
export function forecast(
  targets: readonly GraphNode[],
  view: PlayableView,
  policies: readonly PropagationPolicy[] = PROPAGATION_POLICIES,
): Forecast {
  return answerOf(forecastStepwise(targets, view, policies));
}

/** The same, but yields now and then so that the caller can do other work. */
export function* forecastStepwise(
  targets: readonly GraphNode[],
  view: PlayableView,
  policies: readonly PropagationPolicy[] = PROPAGATION_POLICIES,
): Generator<ForecastProgress, Forecast> {
  const seen = [...new Set(targets)].filter((node) => !isNeverSeen(node, view));
  const { release, hasPropagationPolicies } = view.release;
  const known = policies.filter((policy) => hasPropagationPolicies || policy !== 'Foreground');
  const unread = view.unreadKinds();
  const world = yield* saying(forkWorldStepwise(seen, view), (objects) => {
    return { done: 0, total: objects * known.length };
  });
  const total = world.objects.length * known.length;
  const forecasts: PolicyForecast[] = [];
  for (const policy of known) {
    const before = world.objects.length * forecasts.length;
    for (const requested of play(world, policy, forecasts)) {
      yield { done: before + Math.min(requested, world.objects.length), total };
    }
  }
  return {
    release,
    targets: seen.map(({ identity }) => identity),
    policies: forecasts,
    unread,
  };
}

/** Does what pauses now and then, and says in the pauses how far the whole has come. */
function* saying<Pause, Progress, Answer>(
  steps: Generator<Pause, Answer>,
  progress: (pause: Pause) => Progress,
): Generator<Progress, Answer> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield progress(step.value);
  return step.value;
}

/** Plays the deletion with one policy to its end and adds its forecast; yields how many objects were sent a DELETE. */
function* play(
  world: ForkedWorld,
  policy: PropagationPolicy,
  forecasts: PolicyForecast[],
): Generator<number> {
  yield 0;
  const fork = yield* saying(PlayedFork.begun(world), () => 0);
  const { log } = fork;
  fork.delete(policy);
  for (const _ of fork.settle()) yield log.requested.size;
  const alone = new Rest(fork);
  for (const _ of fork.settleWithKubernetes()) yield log.requested.size;
  const helped = new Rest(fork);
  const { requests } = log;
  const seconds = secondsFor(requests, fork.simulation.now - world.now, world.view);
  yield log.requested.size;
  const mayDiffer = couldOrderMatter(world, log);
  let unblocked = helped;
  while (fork.unblock(unblocked.waits)) {
    for (const _ of fork.settleWithKubernetes()) yield log.requested.size;
    unblocked = new Rest(fork);
  }
  yield log.requested.size;
  const { refused, stayBlocked, ...lines } = new Comparison({
    world,
    log,
    alone,
    helped,
    unblocked,
  }).lines;
  const outcomes = mayDiffer ? exploreOutcomes(world, policy) : [];
  const [first] = outcomes ?? [];
  forecasts.push({
    policy,
    ...lines,
    ...(refused.length > 0 ? { refused } : {}),
    ...(stayBlocked.length > 0 ? { stayBlocked } : {}),
    kinds: countKinds(lines),
    namespaces: touchedNamespaces(lines),
    storage: storageThatGoes(lines, world.view),
    requests,
    seconds,
    orders: mayDiffer ? (outcomes ? 'tried' : 'untried') : 'alike',
    decides: first ? [...first.deleted, ...first.terminating, ...first.living] : [],
    outcomes: outcomes ?? [],
    commands: deleteCommands(
      world.targets.flatMap((uid) => world.byUid.get(uid)?.identity ?? []),
      policy,
      world.view,
    ),
  });
}

/** The collector's requests at its rate (CF-05), and the time that passes while it waits for others, in whole seconds. */
function secondsFor(requests: number, waited: Millis, { release }: ClusterView): Seconds {
  return Math.round(Math.max(0, requests - BURST) / release.requestsPerSecond + waited / 1000);
}
