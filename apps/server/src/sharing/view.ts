import { ClusterAudit } from '../insight/cluster-audit.ts';
import type { StatusReader } from '../insight/status-reader.ts';
import type { VolumeReader } from '../insight/volume-reader.ts';
import { ForkRegistry } from '../live/fork-registry.ts';
import type { LabelReader } from '../live/label-reader.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { OwnerProbe } from '../live/owner-probe.ts';
import type { NodeSource } from '../node-source/node-source.ts';

/** What may be asked beside the graph; what is left out is not known. */
export interface ViewSources {
  /** Reads what a deletion waits for beside metadata. */
  readonly readStatus?: StatusReader | undefined;
  /** Reads the reclaim policy of a PersistentVolume. */
  readonly readVolume?: VolumeReader | undefined;
  /** Asks for owners of kinds that are not watched. */
  readonly probeOwners?: OwnerProbe | undefined;
  readonly readLabels?: LabelReader | undefined;
}

/** A cluster as a person sees it, with all that is answered from it. People with equal rights share one. */
export class View {
  readonly cluster: LiveCluster;
  readonly sources: ViewSources;
  readonly forks: ForkRegistry;
  readonly audit: ClusterAudit;

  constructor(cluster: LiveCluster, sources: ViewSources) {
    this.cluster = cluster;
    this.sources = sources;
    this.forks = new ForkRegistry(cluster);
    this.audit = new ClusterAudit(cluster);
  }
}

/** What the sender of a request sees, and until when. */
export interface Access {
  /** The person who signed in; absent where all people see the same. */
  readonly who?: object;
  readonly view: View;
  /** Nodes whose containers they see. */
  readonly nodes: readonly NodeSource[];
  /** Calls `ended` when they see something else from then on, or nothing. The answer takes it back. */
  subscribe(ended: () => void): () => void;
}
