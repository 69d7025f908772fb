import type { KubeletScenario } from '@gcscope/gc-core';

/** What a node holds and how its kubelet is set, as a scenario says it. */
export type NodeSpec = KubeletScenario['spec'];
