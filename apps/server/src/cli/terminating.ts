import { type GraphNode, isNamespace } from '@gcscope/gc-core';
import type { TerminatingReport } from '@gcscope/gc-core/wire';
import { clusterTerminating } from '../insight/cluster-terminating.ts';
import type { LiveGraph } from '../live/live-graph.ts';
import type { ClusterRead } from './cluster-read.ts';
import { findObject } from './describe-object.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { jsonOf, textOf } from './lines.ts';
import { requireNamespace } from './require-namespace.ts';
import { linesOf } from './terminating-lines.ts';

/** An answer and what the process ends with. */
export interface CodedAnswer {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** Of what it is asked. */
export interface TerminatingQuestion {
  /** Without one, everything that is being deleted. */
  readonly object?: string | undefined;
  /** Only what is in this namespace, and the Namespace itself. An object that is named without a namespace is in it. */
  readonly namespace?: string | undefined;
  readonly output: 'text' | 'json';
}

/** What is stuck in Terminating, and why. Exits with 1 if something is stuck. */
export async function terminatingText(
  read: ClusterRead,
  { object, namespace, output }: TerminatingQuestion,
): Promise<CodedAnswer> {
  const live = await read.live();
  const asked = object === undefined ? undefined : findObject(live, object, read.namespace);
  const only = asked ? [asked] : namespace === undefined ? undefined : inNamespace(live, namespace);
  const report = await clusterTerminating(live, read.readStatus, only);
  const hangs = report.objects.some(({ state }) => state !== 'slow');
  return {
    text: output === 'json' ? jsonAnswer(report) : textOf(linesOf(report, asked?.identity)),
    exitCode: hangs ? EXIT.no : EXIT.answered,
  };
}

function inNamespace(live: LiveGraph, name: string): GraphNode[] {
  requireNamespace(live, name);
  return [...live.graph.nodes()].filter(
    ({ identity }) =>
      identity.namespace === name || (isNamespace(identity) && identity.name === name),
  );
}

function jsonAnswer({ objects, ...report }: TerminatingReport): string {
  // The next thing to do stands by itself for scripts; `rootCauses` has all of it.
  const withAdvice = objects.map((each) => ({ ...each, advice: each.rootCauses[0]?.advice ?? [] }));
  return jsonOf('Terminating', { objects: withAdvice, ...report });
}
