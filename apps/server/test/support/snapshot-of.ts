import { type PackedSnapshot, packNodes } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../../src/live/live-cluster.ts';

/** The snapshot of a cluster made at once, in another way than the server's, which is compared with it. */
export function snapshotOf(cluster: LiveCluster): PackedSnapshot {
  cluster.live.flush();
  const { info, health, live, log } = cluster;
  return { position: log.position, cluster: info, health, nodes: packNodes(live.records.values()) };
}
