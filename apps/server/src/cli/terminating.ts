import { type GraphNode, isNamespace } from '@gcscope/gc-core';
import {
  type Advice,
  type AlikeCauses,
  alikeCauses,
  alikeKey,
  causesOf,
  DELETION_WORDS,
  describeAlike,
  describeTerminating,
  describeWait,
  joined,
  type LeftObject,
  type ObjectReference,
  type ReportedCause,
  type SharedCause,
  type TerminatingObject,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { clusterTerminating } from '../insight/cluster-terminating.ts';
import type { LiveGraph } from '../live/live-graph.ts';
import type { CodedAnswer } from './answer-from.ts';
import type { ClusterRead } from './cluster-read.ts';
import { findObject } from './describe-object.ts';
import { EXIT } from './exit-codes.ts';
import { cut, cutItems, jsonOf, placed, printed, textOf } from './lines.ts';
import { requireNamespace } from './require-namespace.ts';

export interface TerminatingQuestion {
  /** Without one, everything that is being deleted. */
  readonly object?: string | undefined;
  /** Only what is in this namespace, and the Namespace itself. An object that is named without a namespace is in it. */
  readonly namespace?: string | undefined;
  readonly output: 'text' | 'json';
}

/** The objects that are stuck in Terminating, with their causes. Exits with 1 if there are any. */
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

/** Objects with one finalizer that have their commands; the others are only listed. */
const ADVISED = 10;
/** A longer name sticks out of its column. */
const WIDEST = 60;

/** The deletions by their root causes, as the page has them; of one object that was `asked` for, its causes. */
function linesOf(report: TerminatingReport, asked: ObjectReference | undefined): string[] {
  const { objects, unread } = report;
  const [object] = objects;
  if (object === undefined) {
    return [asked ? `${placed(asked)} is not being deleted.` : 'Nothing is being deleted.'];
  }
  const listed = asked ? undefined : new Set(objects.map((each) => each.object.uid));
  const blocks = [
    asked ? askedLines(object) : [],
    ...alikeCauses(causesOf(objects)).map((alike) => causeLines(alike, listed)),
    asked ? [] : [describeTerminating(report)],
    unread.length === 0
      ? []
      : [`Something may be missing, because gcscope cannot read these kinds: ${joined(unread)}.`],
  ];
  const said = blocks.filter((lines) => lines.length > 0);
  return said.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

/** The lines of one root cause. `listed`: unless one object was asked for. */
function causeLines(alike: AlikeCauses, listed: ReadonlySet<string> | undefined): string[] {
  const { causes, blocks } = alike;
  const here = new Set(listed && blocks.map(({ object }) => object.uid));
  const others = causes.flatMap((each) => (here.has(each.cause.object.uid) ? [] : each.cause));
  return [
    headOf(alike),
    ...(causes.length > 1 ? cutItems(others, ({ object }) => [`  ${placed(object)}`]) : []),
    ...(listed ? blockLines(alike, listed) : []),
    ...adviceLines(causes),
  ];
}

/** "blocked: Pod shop/web has the finalizer …": a cause whose sentence does not name its object has the name before it. */
function headOf(alike: AlikeCauses): string {
  const { finalizer, cause } = alike;
  const { state, object, rules } = cause;
  const text = describeAlike(alike);
  const isNamed =
    finalizer !== undefined ||
    text.some((part) => part.type === 'object' && placed(part.object) === placed(object));
  const name = isNamed ? '' : `${placed(object)}: `;
  return `${DELETION_WORDS[state]}: ${name}${printed(text)}  (${rules.join(', ')})`;
}

/** The objects that a cause blocks, from the cause on. */
function blockLines({ key, blocks }: AlikeCauses, listed: ReadonlySet<string>): string[] {
  const led = new Set(blocks.filter((each) => leadsTo(each, key)).map(({ object }) => object.uid));
  const sinceOf = columnOf(blocks);
  return cutItems(blocks, (each) => {
    const { object, rootCauses, misleading, left } = each;
    const causes = new Set(rootCauses.map(alikeKey)).size;
    const line = `  ${sinceOf(each)}${causes > 1 ? `, 1 of ${causes} causes` : ''}`;
    // Notes on the object itself stand below the first of its causes.
    if (!led.has(object.uid)) return [line];
    const rest = left?.objects.filter((one) => !listed.has(one.object.uid)) ?? [];
    const own = [
      ...chainLines(each, led),
      ...misleading.map(misleadingLine),
      ...cut(rest.map(leftLine)),
    ];
    return [line, ...own.map((one) => `  ${one}`)];
  });
}

/** The chain of an object leads to the first of its causes. */
function leadsTo({ rootCauses: [first] }: TerminatingObject, key: string): boolean {
  return first !== undefined && alikeKey(first) === key;
}

/** The object and since when it is being deleted, in columns. */
function columnOf(objects: readonly TerminatingObject[]): (each: TerminatingObject) => string {
  const widest = objects.reduce((most, { object }) => Math.max(most, placed(object).length), 0);
  const width = Math.min(WIDEST, widest);
  return ({ object, since }) => {
    return since === undefined
      ? placed(object)
      : `${placed(object).padEnd(width)}  being deleted since ${since}`;
  };
}

/** The chain of blockers from the object down to its cause; it ends at an object that is `listed` itself. */
function chainLines(
  { object, chain, rootCauses }: TerminatingObject,
  listed: ReadonlySet<string>,
): string[] {
  const causes = new Set(rootCauses.map(({ text }) => printed(text)));
  const end = chain.findIndex(
    (link) => link.object.uid !== object.uid && listed.has(link.object.uid),
  );
  return chain
    .slice(0, end < 0 ? chain.length : end)
    .filter(({ waitsFor }) => !causes.has(printed(waitsFor)))
    .map((link, at) => {
      const text = printed(at === 0 ? link.waitsFor : describeWait(link));
      return `${'  '.repeat(at + 1)}${text}  (${link.rule})`;
    });
}

function misleadingLine({ type, text, rule }: TerminatingObject['misleading'][number]): string {
  return `  The condition ${type} misleads: ${printed(text)}  (${rule})`;
}

function leftLine({ object, state, keptBy }: LeftObject): string {
  return `  still in it: ${placed(object)}, ${DELETION_WORDS[state]}. ${printed(keptBy)}`;
}

/** One object, with what is known of it beside its causes. */
function askedLines(asked: TerminatingObject): string[] {
  const { object, state, since, rootCauses, misleading, left } = asked;
  const causes = new Set(rootCauses.map((cause) => cause.object.uid));
  const rest = left?.objects.filter((each) => !causes.has(each.object.uid)) ?? [];
  return [
    `${placed(object)}: ${DELETION_WORDS[state]}${since === undefined ? '' : `, being deleted since ${since}`}`,
    ...cut(chainLines(asked, new Set())),
    ...misleading.map(misleadingLine),
    ...cut(rest.map(leftLine)),
  ];
}

/** The advice on each cause once, with the commands for its first objects. A command that only reads has no risk. */
function adviceLines(causes: readonly SharedCause[]): string[] {
  const commands = new Map<string, string[]>();
  for (const { cause } of causes.slice(0, ADVISED)) {
    for (const each of usefulAdvice(cause)) {
      const { text, command, risk, reads, outcome } = each;
      const line = `  ${printed(text)}${reads ? '' : ` Risk: ${printed(risk)}`}`;
      const known = commands.get(line) ?? [];
      known.push(`    $ ${command}`, ...(outcome ? [`    ${printed(outcome)}`] : []));
      commands.set(line, known);
    }
  }
  const lines = [...commands].flatMap(([line, each]) => [line, ...each]);
  const more = causes.length - ADVISED;
  if (more <= 0 || lines.length === 0) return lines;
  const others = more === 1 ? 'the other object' : `one of the ${more} other objects`;
  return [...lines, `  gcscope terminating OBJECT prints the commands for ${others}.`];
}

/** A cause that goes by itself needs no advice. */
function usefulAdvice({ state, advice }: ReportedCause): readonly Advice[] {
  return state === 'slow' ? advice.filter(({ reads }) => reads) : advice;
}
