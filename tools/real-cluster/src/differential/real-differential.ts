import { RELEASES, type ReleaseProfile } from '@gcscope/gc-core';
import type { Series } from '../build-real-cluster.ts';
import { RealCluster } from '../real-cluster.ts';
import { controllerManagerOf } from './cluster-collector.ts';
import { type Comparison, compareWorlds, type Mismatch } from './compare-worlds.ts';
import { keepMismatch } from './keep-mismatch.ts';
import type { Course } from './outcome.ts';
import { type PlayOptions, playWorlds, serveWidgets } from './play-worlds.ts';
import { shrinkMismatch } from './shrink-world.ts';
import type { World } from './world.ts';

/** While shrinking many worlds are not explained, and each round of theirs would be waited for. Milliseconds. */
const HASTY_PATIENCE = 6000;
/** Enough orders for most worlds; what is kept in the end is looked for among all. */
const HASTY_ORDERS = 200;

/** What a test may want otherwise. */
export interface DifferentialOptions {
  /** What is simulated; default: the release of the cluster. */
  readonly release?: ReleaseProfile;
  /** See `PlayOptions`. */
  readonly patience?: number;
  readonly progress?: (text: string) => void;
}

/** A real cluster that plays worlds beside the simulation of its release. */
export class RealDifferential {
  readonly #cluster: RealCluster;
  readonly #release: ReleaseProfile;
  readonly #options: DifferentialOptions;

  private constructor(cluster: RealCluster, release: ReleaseProfile, options: DifferentialOptions) {
    this.#cluster = cluster;
    this.#release = release;
    this.#options = options;
  }

  /** Starts a cluster of the series; it ends with {@link stop}. */
  static async start(series: Series, options: DifferentialOptions = {}): Promise<RealDifferential> {
    const cluster = await startForWorlds(series);
    return new RealDifferential(cluster, options.release ?? RELEASES[series], options);
  }

  stop(): Promise<void> {
    return this.#cluster.stop();
  }

  /** Plays worlds on both sides. */
  compare(worlds: readonly World[]): Promise<Comparison> {
    const { patience, progress } = this.#options;
    return compareWorlds(
      (batch, isExplained) => this.#play(batch, { isExplained, patience, progress }),
      worlds,
      this.#release,
      progress ? { progress } : {},
    );
  }

  /** Shrinks a mismatch; the result is one also with all patience, else the mismatch is given back as it was. */
  async shrink(mismatch: Mismatch): Promise<Mismatch> {
    const shrunk = await shrinkMismatch(mismatch, (worlds) => {
      this.#options.progress?.(`world ${mismatch.world.seed}: ${worlds.length} smaller worlds`);
      return compareWorlds(
        (batch, isExplained) => this.#play(batch, { isExplained, patience: HASTY_PATIENCE }),
        worlds,
        this.#release,
        { orders: HASTY_ORDERS },
      );
    });
    const { mismatches } = await this.compare([shrunk.world]);
    return mismatches[0] ?? mismatch;
  }

  async #play(worlds: readonly World[], options: PlayOptions): Promise<Course[]> {
    const played = await playWorlds(controllerManagerOf(this.#cluster), worlds, options);
    return played.map(({ course }) => course);
  }

  /** Shrinks mismatches and writes each as a scenario file into `folder`; returns the paths. */
  async keep(mismatches: readonly Mismatch[], folder: string): Promise<string[]> {
    const files: string[] = [];
    for (const mismatch of mismatches) {
      files.push(await keepMismatch(await this.shrink(mismatch), this.#release, folder));
    }
    return files;
  }
}

/** Starts a cluster of the series with a collector, who empties Namespaces, and the kinds of the worlds. */
export async function startForWorlds(series: Series): Promise<RealCluster> {
  const cluster = await RealCluster.start(
    { controllers: ['garbage-collector-controller', 'namespace-controller'], kubeApiQps: 500 },
    series,
  );
  return cluster.preparedBy(async () => {
    await serveWidgets(cluster);
    await cluster.restartControllerManager();
    return cluster;
  });
}
