import { ClusterAudit } from '../insight/cluster-audit.ts';
import type { ClusterSources } from '../insight/cluster-sources.ts';
import { ForkRegistry } from '../live/fork-registry.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { NodeSource } from '../node-source/node-source.ts';

/** A cluster as a person sees it, with all that is answered from it. People with equal rights share one. */
export class View {
  readonly cluster: LiveCluster;
  readonly sources: ClusterSources;
  readonly forks: ForkRegistry;
  readonly audit: ClusterAudit;

  constructor(cluster: LiveCluster, sources: ClusterSources) {
    this.cluster = cluster;
    this.sources = sources;
    this.forks = new ForkRegistry(cluster);
    this.audit = new ClusterAudit(cluster);
  }
}

/** The view of a request's sender, and its end. */
export interface Access {
  /** The person who signed in; absent where all people see the same. */
  readonly who?: object;
  readonly view: View;
  /** Nodes whose containers they see. */
  readonly nodes: readonly NodeSource[];
  /** Calls `ended` when they see something else from then on, or nothing. The answer takes it back. */
  subscribe(ended: () => void): () => void;
}
