import { parseDot } from '../../src/graph/parse-dot.ts';
import { DotSyntaxError } from '../../src/graph/parse-dot-scanner.ts';
import { type DotGraph, type DotVertex, printDot } from '../../src/graph/print-dot.ts';

export function vertex(uid: string, name = 'web'): DotVertex {
  return {
    uid,
    group: 'apps',
    version: 'v1',
    kind: 'ReplicaSet',
    namespace: 'prod',
    name,
    missing: false,
    beingDeleted: false,
    deletingDependents: false,
    virtual: false,
  };
}

/** A graph of nodes with these uids, each with an edge to the first. */
export function graphOf(uids: readonly string[]): DotGraph {
  const [first = ''] = uids;
  return {
    vertices: uids.map((uid) => vertex(uid)),
    edges: uids.map((uid) => ({ from: uid, to: first })),
  };
}

/** The drawing of one node with an edge to itself. */
export const ONE: string = printDot(graphOf(['u-1']));

/** The error with which the text is refused. */
export function errorOf(text: string): DotSyntaxError | undefined {
  try {
    parseDot(text);
  } catch (error) {
    if (error instanceof DotSyntaxError) return error;
    throw error;
  }
  return undefined;
}

/** The line and message that the text is refused with. */
export function refusal(text: string): string {
  return errorOf(text)?.message ?? 'accepted';
}
