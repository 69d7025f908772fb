import type { RealCluster } from '../real-cluster.ts';

/** The garbage collector of a cluster: its controller manager, or `gcscope collect`. */
export interface ClusterCollector {
  readonly cluster: RealCluster;
  /** What the audit log calls it. */
  readonly user: string;
  /** Starts anew, with this many workers for each queue; resolves when it collects. */
  restart(workers: number): Promise<void>;
  /** Stops all controllers of the cluster until {@link resume}; their watches survive. */
  pause(): void;
  resume(): void;
  /** What it has written since its latest start. */
  log(): string;
}

/** The user that the real collector is, with the credentials of its service account (CF-03). */
export const COLLECTOR_USER = 'system:serviceaccount:kube-system:generic-garbage-collector';

/** The collector in the controller manager of a cluster. */
export function controllerManagerOf(cluster: RealCluster): ClusterCollector {
  return {
    cluster,
    user: COLLECTOR_USER,
    restart: (concurrentGcSyncs) => cluster.restartControllerManager({ concurrentGcSyncs }),
    pause: () => cluster.pauseControllerManager(),
    resume: () => cluster.resumeControllerManager(),
    log: () => cluster.controllerManagerLog(),
  };
}
