import { type GraphNode, isNamespace } from '@gcscope/gc-core';
import {
  DELETION_WORDS,
  describeTerminating,
  describeWait,
  type LeftObject,
  type TerminatingObject,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { clusterTerminating } from '../insight/cluster-terminating.ts';
import type { LiveGraph } from '../live/live-graph.ts';
import type { ClusterRead } from './cluster-read.ts';
import { findObject } from './describe-object.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { cut, jsonOf, placed, printed, textOf } from './lines.ts';
import { requireNamespace } from './require-namespace.ts';

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

function linesOf(
  report: TerminatingReport,
  asked: Parameters<typeof placed>[0] | undefined,
): string[] {
  const { objects, unread } = report;
  if (objects.length === 0) {
    return [asked ? `${placed(asked)} is not being deleted.` : 'Nothing is being deleted.'];
  }
  return [
    ...objects.flatMap((each, index) => [...(index > 0 ? [''] : []), ...objectLines(each)]),
    ...(asked ? [] : ['', describeTerminating(report)]),
    ...(unread.length > 0
      ? [
          '',
          `Something may be missing, because gcscope cannot read these kinds: ${unread.join(', ')}.`,
        ]
      : []),
  ];
}

function leftLine({ object, state, keptBy }: LeftObject): string {
  return `  still in it: ${placed(object)}, ${DELETION_WORDS[state]}. ${printed(keptBy)}`;
}

function objectLines({
  object,
  since,
  state,
  chain,
  rootCauses,
  misleading,
  left,
}: TerminatingObject): string[] {
  const links = chain.map((each, index) => {
    return `${'  '.repeat(index + 1)}${printed(describeWait(each))}  (${each.rule})`;
  });
  const further = rootCauses.slice(1).map((cause) => {
    return `  another cause, ${DELETION_WORDS[cause.state]}: ${printed(cause.text)}  (${cause.rules.join(', ')})`;
  });
  return [
    `${placed(object)}: ${DELETION_WORDS[state]}${since === undefined ? '' : `, in deletion since ${since}`}`,
    ...cut(links),
    ...cut(further),
    ...cut(left?.objects.map(leftLine) ?? []),
    ...misleading.map(({ type, text, rule }) => `  ${type}: ${printed(text)}  (${rule})`),
    ...rootCauses.flatMap((cause) =>
      cause.state === 'slow'
        ? []
        : cause.advice.flatMap(({ text, command, risk, outcome }) => [
            `  ${printed(text)} Risk: ${printed(risk)}`,
            `    $ ${command}`,
            ...(outcome ? [`    ${printed(outcome)}`] : []),
          ]),
    ),
  ];
}
