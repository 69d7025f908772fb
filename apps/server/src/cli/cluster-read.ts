import type { Records } from '@gcscope/gc-core';
import type { PackedNodes } from '@gcscope/gc-core/wire';
import type { StatusReader } from '../insight/status-reader.ts';
import type { VolumeReader } from '../insight/volume-reader.ts';
import type { LiveGraph } from '../live/live-graph.ts';
import type { OwnerProbe } from '../live/owner-probe.ts';

/** A cluster as a one-shot command sees it: read once, then left. */
export interface ClusterRead {
  readonly context: string;
  /** A file's records are made when they are asked for. */
  readonly records: Records;
  /** The records as a file has them. */
  readonly packed?: PackedNodes;
  /** The graph behind the records; a file's is built when it is asked for. */
  readonly live: () => Promise<LiveGraph>;
  /** Namespace of objects that are named without one. */
  readonly namespace: string;
  /** Reads what a deletion waits for beside metadata; a file has none. */
  readonly readStatus?: StatusReader;
  /** Reads the reclaim policy of a PersistentVolume; a file has none. */
  readonly readVolume?: VolumeReader;
  /** Asks for owners of kinds that are not watched; a file has none. */
  readonly probeOwners?: OwnerProbe;
}
