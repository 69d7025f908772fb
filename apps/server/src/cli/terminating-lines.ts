import {
  type Advice,
  type AlikeCauses,
  alikeCauses,
  causeKey,
  causesOf,
  DELETION_WORDS,
  describeTerminating,
  describeWait,
  type LeftObject,
  type ObjectReference,
  type ReportedCause,
  type SharedCause,
  type TerminatingObject,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { cut, cutItems, placed, printed } from './lines.ts';

/** Causes that are alike and have their commands; of the others only the objects are listed. */
const ALIKE = 3;
/** A longer name sticks out of its column. */
const WIDEST = 60;

/** The deletions by their root causes, as the page has them; of one object that was `asked` for, its causes. */
export function linesOf(report: TerminatingReport, asked: ObjectReference | undefined): string[] {
  const { objects, unread } = report;
  const [object] = objects;
  if (object === undefined) {
    return [asked ? `${placed(asked)} is not being deleted.` : 'Nothing is being deleted.'];
  }
  const listed = asked ? undefined : new Set(objects.map((each) => each.object.uid));
  const blocks = [
    asked ? askedLines(object) : [],
    ...alikeCauses(causesOf(objects)).flatMap((group) => groupBlocks(group, listed)),
    asked ? [] : [describeTerminating(report)],
    unread.length === 0
      ? []
      : [
          `Something may be missing, because gcscope cannot read these kinds: ${unread.join(', ')}.`,
        ],
  ];
  const said = blocks.filter((lines) => lines.length > 0);
  return said.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

/** The lines of each cause of those that are alike. Advice that several of them have is given once. `listed`: unless one was asked for. */
function groupBlocks(
  { finalizer, causes }: AlikeCauses,
  listed: ReadonlySet<string> | undefined,
): string[][] {
  const said = new Set<string>();
  const [shown, others] = [causes.slice(0, ALIKE), causes.slice(ALIKE)];
  return [
    ...shown.map((each) => [
      headOf(each.cause),
      ...(listed ? blockLines(each, listed) : []),
      ...adviceLines(each.cause, said),
    ]),
    otherLines(others, finalizer, listed ? heldBy(others, shown) : others.map(causeOf)),
  ];
}

function causeOf({ cause }: SharedCause): ReportedCause {
  return cause;
}

/** What these causes hold up and those `above` do not, from the causes on. */
function heldBy(causes: readonly SharedCause[], above: readonly SharedCause[]): Dated[] {
  const held = new Set(causes.flatMap(({ blocks }) => blocks));
  for (const each of above.flatMap(({ blocks }) => blocks)) held.delete(each);
  return [...held].sort(byChain);
}

/** "blocked: Pod shop/web has the finalizer …": a cause whose sentence does not name its object has the name before it. */
function headOf({ state, object, text, rules }: ReportedCause): string {
  const isNamed = text.some(
    (part) => part.type === 'object' && placed(part.object) === placed(object),
  );
  const name = isNamed ? '' : `${placed(object)}: `;
  return `${DELETION_WORDS[state]}: ${name}${printed(text)}  (${rules.join(', ')})`;
}

/** The objects that a cause holds up, from the cause on. */
function blockLines({ key, blocks }: SharedCause, listed: ReadonlySet<string>): string[] {
  const inChain = blocks.toSorted(byChain);
  const led = new Set(blocks.filter((each) => leadsTo(each, key)).map(({ object }) => object.uid));
  const sinceOf = columnOf(blocks);
  return cutItems(inChain, (each) => {
    const { object, rootCauses, misleading, left } = each;
    const of = rootCauses.length > 1 ? `, 1 of ${rootCauses.length} causes` : '';
    const line = `  ${sinceOf(each)}${of}`;
    // What is said of the object itself stands below the first of its causes.
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

function byChain(one: TerminatingObject, other: TerminatingObject): number {
  return one.chain.length - other.chain.length;
}

/** The chain of an object leads to the first of its causes. */
function leadsTo({ rootCauses: [first] }: TerminatingObject, key: string): boolean {
  return first !== undefined && causeKey(first) === key;
}

type Dated = Pick<TerminatingObject, 'object' | 'since'>;

/** The object and since when it is in deletion, in columns. */
function columnOf(objects: readonly Dated[]): (each: Dated) => string {
  const widest = objects.reduce((most, { object }) => Math.max(most, placed(object).length), 0);
  const width = Math.min(WIDEST, widest);
  return ({ object, since }) => {
    return since === undefined
      ? placed(object)
      : `${placed(object).padEnd(width)}  in deletion since ${since}`;
  };
}

/** What the object waits for, down to its cause; an object that is `told` of by itself ends it. */
function chainLines(
  { object, chain, rootCauses }: TerminatingObject,
  told: ReadonlySet<string>,
): string[] {
  const causes = new Set(rootCauses.map(({ text }) => printed(text)));
  const end = chain.findIndex(
    (link) => link.object.uid !== object.uid && told.has(link.object.uid),
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
    `${placed(object)}: ${DELETION_WORDS[state]}${since === undefined ? '' : `, in deletion since ${since}`}`,
    ...cut(chainLines(asked, new Set())),
    ...misleading.map(misleadingLine),
    ...cut(rest.map(leftLine)),
  ];
}

/** Causes that are as those above, and the objects to list of them. */
function otherLines(
  causes: readonly SharedCause[],
  finalizer = '',
  objects: readonly Dated[] = [],
): string[] {
  const [first] = causes;
  if (first === undefined) return [];
  const sinceOf = columnOf(objects);
  const count = `${causes.length} more object${causes.length === 1 ? '' : 's'}`;
  return [
    `${DELETION_WORDS[first.cause.state]}: ${count} with the finalizer ${finalizer}`,
    ...cutItems(objects, (each) => [`  ${sinceOf(each)}`]),
    ...(commandsOf(first.cause).length > 0
      ? ['  gcscope terminating OBJECT prints the commands for one of them.']
      : []),
  ];
}

/** What goes by itself needs no commands. */
function commandsOf({ state, advice }: ReportedCause): readonly Advice[] {
  return state === 'slow' ? [] : advice;
}

/** `said`: what stands above already. A command without a risk only reads. */
function adviceLines(cause: ReportedCause, said: Set<string>): string[] {
  return commandsOf(cause).flatMap(({ text, command, risk, outcome }) => {
    const danger = printed(risk);
    const line = `  ${printed(text)}${danger.startsWith('None.') ? '' : ` Risk: ${danger}`}`;
    const isSaid = said.has(line);
    said.add(line);
    return [
      ...(isSaid ? [] : [line]),
      `    $ ${command}`,
      ...(outcome ? [`    ${printed(outcome)}`] : []),
    ];
  });
}
