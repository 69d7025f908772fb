import type { ReadingSource } from '../wire/server-answers.ts';
import type { KubeletScenario } from './kubelet-scenario.ts';

/**
 * A node as it was read at one moment: what `gcscope kubelet plan` plans from, the server hands out and the node page opens. A
 * plain kubelet scenario is a reading of which everything is known.
 */
export interface NodeReading {
  readonly apiVersion: 'gcscope.dev/v1';
  readonly kind: 'NodeReading';
  /** The node's name, or the file's. */
  readonly name: string;
  readonly source: ReadingSource;
  /** RFC 3339. */
  readonly readAt: string;
  /** The node's content, settings and release as a scenario says them; `now` is the time of reading. */
  readonly scenario: KubeletScenario;
  /** The facts that this source lacks, and the parts of the plan that depend on them. */
  readonly notSeen: readonly NotSeen[];
  /** Warnings for the reader of a plan. */
  readonly warnings: readonly NodeWarning[];
  /** Owners of the pods in their cluster, where one is known beside the node. */
  readonly owners?: readonly PodOwner[];
}

/** The owner of a pod on the node. */
interface PodOwner {
  /** Its uid on the node. */
  readonly pod: string;
  readonly owner: { readonly uid: string; readonly kind: string; readonly name: string };
}

/** One thing that a source of a node does not know. */
export interface NotSeen {
  /** For example "last use of images". */
  readonly what: string;
  /** Why it is not seen, as a sentence. */
  readonly because: string;
  /** The plan's assumption instead, and its consequences, in sentences. */
  readonly instead: string;
}

/** Something dangerous or odd on a node. */
export interface NodeWarning {
  /** Id of the rule in SPEC-KUBELET.md, where one says it. */
  readonly rule?: string;
  readonly text: string;
  /** Ids of the containers, sandboxes or images meant. */
  readonly ids: readonly string[];
}
