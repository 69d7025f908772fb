import type { ReleaseProfile } from '@gcscope/gc-core';
import { RELEASES } from '@gcscope/gc-core';
import { USUAL_SERIES } from '../build-real-cluster.ts';
import type { ClusterCollector } from '../differential/cluster-collector.ts';
import { controllerManagerOf } from '../differential/cluster-collector.ts';
import { batchesOf } from '../differential/compare-worlds.ts';
import { playWorlds } from '../differential/play-worlds.ts';
import { explained, PossibleCourses } from '../differential/possible-courses.ts';
import { startForWorlds } from '../differential/real-differential.ts';
import type { Played } from '../differential/simulate-world.ts';
import type { World } from '../differential/world.ts';
import { CollectedCluster } from './collected-cluster.ts';
import { compareTwins, type Difference, type Twins } from './compare-twins.ts';

/** A world that was played on both clusters. */
export interface ComparedWorld extends Twins {
  readonly differences: readonly Difference[];
}

/** Two real clusters: one with the collector of its controller manager, one with `gcscope collect`. */
export class TwinDifferential {
  readonly #real: ClusterCollector;
  readonly #ours: CollectedCluster;
  readonly #release: ReleaseProfile = RELEASES[USUAL_SERIES];

  private constructor(real: ClusterCollector, ours: CollectedCluster) {
    this.#real = real;
    this.#ours = ours;
  }

  /** Both clusters end with {@link stop}. */
  static async start(): Promise<TwinDifferential> {
    const real = controllerManagerOf(await startForWorlds(USUAL_SERIES));
    return real.cluster.preparedBy(async () => {
      return new TwinDifferential(real, await CollectedCluster.startForWorlds());
    });
  }

  /** Plays the worlds on both clusters at once, and compares how they went. */
  async compare(
    worlds: readonly World[],
    progress: (text: string) => void = () => {},
  ): Promise<ComparedWorld[]> {
    const compared: ComparedWorld[] = [];
    for (const batch of batchesOf(worlds)) {
      const possible = new Map(
        batch.map((world) => [world, new PossibleCourses(world, this.#release)]),
      );
      const play = (collector: ClusterCollector): Promise<Played[]> =>
        playWorlds(collector, batch, {
          isExplained: explained(possible),
          progress,
        });
      const [reals, ours] = await Promise.all([play(this.#real), play(this.#ours)]);
      for (const [at, world] of batch.entries()) {
        const twins = { world, real: reals[at] as Played, ours: ours[at] as Played };
        compared.push({ ...twins, differences: compareTwins(twins, this.#release) });
      }
      progress(`${compared.length} worlds`);
    }
    return compared;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#real.cluster.stop(), this.#ours.stop()]);
  }
}
