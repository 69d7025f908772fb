import type { LabelReader } from '../live/label-reader.ts';
import type { OwnerProbe } from '../live/owner-probe.ts';
import type { StatusReader } from './status-reader.ts';
import type { VolumeReader } from './volume-reader.ts';

/** Sources of facts beside the graph; a missing one leaves its facts unknown. */
export interface ClusterSources {
  /** Reads what a deletion waits for beside metadata. */
  readonly readStatus?: StatusReader | undefined;
  /** Reads the reclaim policy of a PersistentVolume. */
  readonly readVolume?: VolumeReader | undefined;
  /** Asks for owners of kinds that are not watched. */
  readonly probeOwners?: OwnerProbe | undefined;
  /** Asks for labels, which are not kept. */
  readonly readLabels?: LabelReader | undefined;
}
