import type { GraphNode } from '../../graph/graph-node.ts';
import type { Sentence } from '../../meta/sentence.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { JudgedReference } from '../references/judge-reference.ts';

/** What holds a deletion in the end; `object` is where it is. */
export type RootCause = { readonly object: GraphNode } & (
  | { readonly type: 'finalizer'; readonly finalizer: string }
  /** In `spec.finalizers` of a Namespace. */
  | { readonly type: 'spec-finalizer'; readonly finalizer: string }
  /** A blocking dependent that is never deleted, because of this reference of its. */
  | { readonly type: 'reference'; readonly owner: GraphNode; readonly judged: JudgedReference }
  /** It waits for the owner that waits for it. */
  | { readonly type: 'circle'; readonly owner: GraphNode }
  | { readonly type: 'kubelet' }
  | { readonly type: 'kind'; readonly health: KindHealth }
  | { readonly type: 'discovery'; readonly apiVersion: string; readonly message: string }
  /** The namespace controller cannot list or delete what is in a Namespace. */
  | { readonly type: 'content'; readonly message: string }
  | { readonly type: 'namespace-controller' }
  /** Nothing blocks it, and nothing but a restart is sure to make the collector look at it. */
  | { readonly type: 'restart' }
  /** What comes next without anybody's help. */
  | { readonly type: 'work'; readonly rule: string; readonly text: Sentence }
);

/** One object on the way to a root cause, and the next one, for which it waits. */
export interface BlockerLink {
  readonly node: GraphNode;
  readonly over: GraphNode;
  readonly rule: 'FG-02' | 'FN-04' | 'NS-07' | 'NS-08';
}

/** The way from an object to what holds it. */
export interface BlockedPath {
  /** Empty where the object itself holds the cause. */
  readonly links: readonly BlockerLink[];
  readonly cause: RootCause;
}

/** What holds the object itself. */
export function own(cause: RootCause): BlockedPath {
  return { links: [], cause };
}

/** What comes next by itself. */
export function work(object: GraphNode, rule: string, text: Sentence): RootCause {
  return { type: 'work', object, rule, text };
}
