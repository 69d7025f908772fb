import { USUAL_SERIES } from '../build-real-cluster.ts';
import { type ClusterCollector, COLLECTOR_USER } from '../differential/cluster-collector.ts';
import { serveWidgets } from '../differential/play-worlds.ts';
import { RealCluster } from '../real-cluster.ts';
import { CollectProcess } from './collect-process.ts';
import { serviceAccountKubeconfig } from './service-account-kubeconfig.ts';

/** A real cluster whose controller manager runs without its collector, and whose garbage `gcscope collect` collects. */
export class CollectedCluster implements ClusterCollector {
  readonly cluster: RealCluster;
  /** The real collector's: with exactly its rights. */
  readonly user: string = COLLECTOR_USER;
  readonly #kubeconfig: string;
  #process: CollectProcess | undefined;

  private constructor(cluster: RealCluster, kubeconfig: string) {
    this.cluster = cluster;
    this.#kubeconfig = kubeconfig;
  }

  /** Starts a cluster with the kinds of the worlds, and a collector without limits once {@link restart} is called. */
  static async startForWorlds(): Promise<CollectedCluster> {
    const cluster = await RealCluster.start(
      { controllers: ['namespace-controller'] },
      USUAL_SERIES,
    );
    return cluster.preparedBy(async () => {
      await serveWidgets(cluster);
      const kubeconfig = await serviceAccountKubeconfig(cluster, 'generic-garbage-collector');
      return new CollectedCluster(cluster, kubeconfig);
    });
  }

  async restart(workers: number): Promise<void> {
    await this.#process?.kill();
    this.#process = await CollectProcess.start({
      kubeconfig: this.#kubeconfig,
      folder: this.cluster.folder,
      flags: [`--workers=${workers}`, '--kube-api-qps=0', '--kube-api-burst=0', '-v5'],
    });
    await this.#process.ready();
  }

  pause(): void {
    this.cluster.pauseControllerManager();
    this.#process?.signal('SIGSTOP');
  }

  resume(): void {
    this.#process?.signal('SIGCONT');
    this.cluster.resumeControllerManager();
  }

  log(): string {
    return this.#process?.log() ?? '';
  }

  /** Ends the collector and the cluster. */
  async stop(): Promise<void> {
    await this.#process?.kill();
    await this.cluster.stop();
  }
}
