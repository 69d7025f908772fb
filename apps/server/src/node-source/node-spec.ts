import type { KubeletScenario } from '@gcscope/gc-core';

/** The content of a node and the settings of its kubelet, in the form of a scenario. */
export type NodeSpec = KubeletScenario['spec'];
