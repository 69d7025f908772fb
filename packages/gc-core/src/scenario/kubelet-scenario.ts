/** Pods, containers and so on as a document writes them: times are texts, what is left out has its default. */
export interface KubeletScenarioNode {
  readonly pods?: readonly {
    readonly uid: string;
    readonly name?: string;
    readonly namespace?: string;
    readonly state: 'live' | 'terminated' | 'gone';
  }[];
  readonly containers?: readonly {
    readonly id: string;
    readonly pod: string;
    readonly name: string;
    readonly attempt?: number;
    readonly createdAt: string;
    readonly state: 'CREATED' | 'RUNNING' | 'EXITED' | 'UNKNOWN';
    readonly sandbox?: string;
    readonly image?: string;
    readonly imageName?: string;
    readonly runtimeHandler?: string;
    readonly volumeImages?: readonly string[];
    readonly logPath?: string;
  }[];
  readonly sandboxes?: readonly {
    readonly id: string;
    readonly pod: string;
    readonly attempt?: number;
    readonly createdAt: string;
    readonly state: 'READY' | 'NOTREADY';
  }[];
  readonly images?: readonly {
    readonly id: string;
    /** 0 without it. */
    readonly size?: number;
    readonly pinned?: boolean;
    readonly repoTags?: readonly string[];
    readonly runtimeHandler?: string;
  }[];
  readonly logDirectories?: readonly string[];
  readonly logLinks?: readonly {
    readonly name: string;
    readonly dangling: boolean;
    readonly withoutStatus?: boolean;
  }[];
  readonly imageFs?: {
    readonly capacityBytes: number;
    readonly availableBytes: number;
    readonly device?: string;
    readonly mountpoint?: string;
  };
}

/** How the kubelet is set. */
export interface KubeletScenarioSettings {
  readonly startedAt?: string;
  readonly sourcesReady?: boolean;
  readonly containerPolicy?: {
    readonly minAge?: string;
    readonly maxPerPodContainer?: number;
    readonly maxContainers?: number;
  };
  readonly imagePolicy?: {
    readonly minAge?: string;
    readonly maxAge?: string;
    readonly highThresholdPercent?: number;
    readonly lowThresholdPercent?: number;
  };
  /** Id of the image of the kubelet's own sandboxes. */
  readonly sandboxImage?: string;
}

/** What runs. */
export interface KubeletScenarioRun {
  readonly collect:
    | 'containers'
    | 'detectImages'
    | 'images'
    | 'deleteUnusedImages'
    | 'freeSpace'
    | 'reclaim';
  readonly evictTerminatedPods?: boolean;
  readonly evictNonDeletedPods?: boolean;
  /** Of `detectImages`: the time of the pass. */
  readonly at?: string;
  /** Of `freeSpace`. */
  readonly bytes?: number;
  /** Of `reclaim`. */
  readonly signal?: string;
  readonly layout?: 'one' | 'separate imagefs' | 'split imagefs';
}

/** What must be true after a step. */
export interface KubeletExpectation {
  readonly containers?: readonly string[];
  readonly sandboxes?: readonly string[];
  readonly images?: readonly string[];
  readonly logDirectories?: readonly string[];
  readonly logLinks?: readonly string[];
  readonly removed?: readonly string[];
  readonly reasons?: Readonly<Record<string, string>>;
  readonly imageRecords?: readonly {
    readonly image: string;
    readonly firstDetected?: string;
    readonly lastUsed?: string;
  }[];
  readonly freedBytes?: number;
  readonly error?: string;
  readonly events?: readonly string[];
  readonly logLines?: readonly string[];
}

/** One thing that fails in a run: exactly one of the six names it. */
export interface KubeletIntercept {
  readonly remove?: string;
  readonly stop?: string;
  readonly status?: string;
  readonly list?: 'containers' | 'sandboxes' | 'images';
  readonly read?: 'logDirectories';
  readonly stats?: 'imageFs';
  readonly error: string;
}

/** One step: exactly one action, or only an expectation. */
export interface KubeletScenarioStep {
  readonly name?: string;
  readonly set?: KubeletScenarioNode & KubeletScenarioSettings & { readonly now?: string };
  readonly advance?: string;
  readonly restartKubelet?: Readonly<Record<string, never>>;
  readonly run?: KubeletScenarioRun;
  readonly intercept?: readonly KubeletIntercept[];
  readonly expect?: KubeletExpectation;
}

/** A kubelet scenario document, as parsed; the published JSON Schema has checked its form. */
export interface KubeletScenario {
  readonly apiVersion: 'gcscope.dev/v1';
  readonly kind: 'KubeletScenario';
  readonly metadata: {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly sources?: readonly string[];
  };
  readonly spec: KubeletScenarioNode &
    KubeletScenarioSettings & {
      readonly release?: string;
      readonly now?: string;
      readonly steps?: readonly KubeletScenarioStep[];
    };
}
