import { setTimeout } from 'node:timers/promises';
import { defineKind } from '../define-kind.ts';
import type { RealCluster } from '../real-cluster.ts';
import { atRest } from './at-rest.ts';
import type { ClusterCollector } from './cluster-collector.ts';
import { requestsByWorld } from './collector-requests.ts';
import { readWarnings } from './collector-warnings.ts';
import { allLeft, inParallel, Play } from './play.ts';
import type { IsExplained } from './possible-courses.ts';
import { retryPatience } from './retry-patience.ts';
import type { Played } from './simulate-world.ts';
import { WIDGET_VERSIONS, type World } from './world.ts';

/** Makes the cluster ready: the custom kind is served. A collector has to start anew to watch it at once. */
export async function serveWidgets(cluster: RealCluster): Promise<void> {
  await defineKind(cluster, 'differential.example.com', 'Widget', WIDGET_VERSIONS);
}

/** How worlds are played. */
export interface PlayOptions {
  readonly isExplained: IsExplained;
  /** How long a round that is not explained is looked at again; default: {@link retryPatience}. Milliseconds. */
  readonly patience?: number | undefined;
  readonly progress?: ((text: string) => void) | undefined;
}

/**
 * Plays worlds on a real cluster, all at once, and says how each went. All must ask for as many workers. The collector
 * starts anew, and is paused while users write, so that it meets each round as a whole; then it runs until it is at rest.
 */
export async function playWorlds(
  collector: ClusterCollector,
  worlds: readonly World[],
  options: PlayOptions,
): Promise<Played[]> {
  const { cluster } = collector;
  const single = worlds.some(({ workers }) => workers === 'one');
  await collector.restart(single ? 1 : DEFAULT_WORKERS);
  const plays = worlds.map((world) => new Play(cluster, world));
  await inParallel(plays, (play) => play.prepare());
  const rounds = Math.max(...worlds.map((world) => world.rounds.length));
  let { end: logged } = await cluster.auditEventsSince(0);
  for (let round = 0; round < rounds; round++) {
    const going = plays.filter(({ world }) => world.rounds.length > round);
    await settled(collector, going, round, options);
    const { events, end } = await cluster.auditEventsSince(logged);
    logged = end;
    const sent = requestsByWorld(events, collector.user);
    for (const play of going) play.noteSent(round, sent);
  }
  const warnings = await readWarnings(cluster);
  const played = plays.map((play) => {
    return { course: play.course, sent: play.sent, warnings: play.warningsAmong(warnings) };
  });
  await inParallel(plays, (play) => play.clear());
  return played;
}

const DEFAULT_WORKERS = 20;

const LOOK_AGAIN = 3000;
/** Looks after which a course is no longer only early, but perhaps rare. */
const THOROUGH_LOOK = 3;

async function settled(
  collector: ClusterCollector,
  plays: readonly Play[],
  round: number,
  { isExplained, patience, progress = () => {} }: PlayOptions,
): Promise<void> {
  const { cluster } = collector;
  collector.pause();
  try {
    await inParallel(plays, (play) => play.act(round));
  } finally {
    collector.resume();
  }
  await atRest(cluster);
  // A world that went astray in an earlier round is not waited for again.
  let open = plays.filter((play) => !play.astray);
  let left = await allLeft(cluster);
  for (const play of plays) play.note(round, left);
  const restedAt = performance.now();
  let until: number | undefined;
  for (let look = 1; ; look++) {
    const thoroughly = look === THOROUGH_LOOK;
    open = open.filter((play) => !isExplained(play.world, play.course, thoroughly));
    if (open.length === 0) return;
    until ??= performance.now() + (patience ?? patienceWith(collector, open));
    if (performance.now() > until) break;
    await setTimeout(LOOK_AGAIN);
    left = await allLeft(cluster);
    for (const play of open) play.note(round, left);
  }
  for (const play of open) {
    play.astray = true;
    const seconds = Math.round((performance.now() - restedAt) / 1000);
    progress(`world ${play.world.seed}: unexplained ${seconds} s after round ${round + 1}`);
  }
}

/** Only what is owed now: a child that is never freed is retried for ever. */
function patienceWith(collector: ClusterCollector, plays: readonly Play[]): number {
  const isAsked = (uid: string): boolean => plays.some((play) => play.numberOf(uid) !== undefined);
  return retryPatience(collector.log(), isAsked, new Date());
}
