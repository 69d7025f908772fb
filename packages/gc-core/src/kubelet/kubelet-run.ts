import type { Decision, Removal } from './decision.ts';
import type { ImageRecords } from './image-records.ts';
import type { KubeletProfile } from './kubelet-releases.ts';
import type { NanoTime } from './nano-time.ts';
import type { Bytes, NodeState } from './node-state.ts';
import type { ContainerPolicy, ImagePolicy } from './policies.ts';
import type { KubeletEvent, KubeletLogLine } from './report.ts';

/** The memory of a kubelet process between runs; a restart clears it (I-2, C-14, I-10). */
export interface KubeletMemory {
  readonly imageRecords: ImageRecords;
  /** The detection loop has had a pass. */
  readonly hasDetected: boolean;
  /** The last run of the minute loop failed. */
  readonly containerGcFailed: boolean;
  /** The last run of the five-minute loop failed. */
  readonly imageGcFailed: boolean;
}

/** The memory of a kubelet right after its start. */
export const EMPTY_MEMORY: KubeletMemory = {
  imageRecords: new Map(),
  hasDetected: false,
  containerGcFailed: false,
  imageGcFailed: false,
};

/** One kubelet process: how it is configured and what it remembers. */
export interface Kubelet {
  readonly release: KubeletProfile;
  readonly startedAt: NanoTime;
  /** Every source of pods has delivered once. */
  readonly sourcesReady: boolean;
  readonly containerPolicy: ContainerPolicy;
  readonly imagePolicy: ImagePolicy;
  /** Id of the image that `--pod-infra-container-image` names (IM-2). */
  readonly sandboxImage?: string;
  readonly memory: KubeletMemory;
}

/** Where a run begins. */
export interface RunInput {
  readonly now: NanoTime;
  readonly node: NodeState;
  readonly kubelet: Kubelet;
  /** The failures in this run; by default none. */
  readonly faults?: Faults;
}

/** Something that fails: a removal, stop or status by id, a list, the statistics of the image filesystem. */
export interface Fault {
  readonly operation: 'remove' | 'stop' | 'status' | 'list' | 'read' | 'stats';
  readonly subject: string;
  readonly error: string;
}

/** The faults of a run, by what they meet. */
export class Faults {
  readonly #errors: ReadonlyMap<string, string>;

  constructor(faults: readonly Fault[] = []) {
    this.#errors = new Map(faults.map((each) => [`${each.operation} ${each.subject}`, each.error]));
  }

  /** The error that the operation meets, if it does. */
  of(operation: Fault['operation'], subject: string): string | undefined {
    return this.#errors.size === 0 ? undefined : this.#errors.get(`${operation} ${subject}`);
  }
}

/** The actions of a run, and the node and the process after it. */
export interface RunResult {
  readonly node: NodeState;
  readonly memory: KubeletMemory;
  /** In the order of removal; failed ones are not among them. */
  readonly removed: readonly Removal[];
  /** Everything the run looked at, with what became of it and why. */
  readonly decisions: readonly Decision[];
  readonly events: readonly KubeletEvent[];
  readonly logLines: readonly KubeletLogLine[];
  /** Why the run failed. */
  readonly error?: string;
  /** The bytes that the kubelet counts as freed (I-6). */
  readonly freedBytes: Bytes;
}
