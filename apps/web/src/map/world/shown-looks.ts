import { type EdgeLook, lookOfTraits, MARKS, WAITED, WRONG } from '@gcscope/picture';
import type { ObjectState } from '../../data/graph-store.ts';
import type { Arrangement } from './arrangement.ts';
import type { ProblemState } from './problems.ts';

/** A line as it may be drawn. */
export interface LineLook extends EdgeLook {
  /** A foreground deletion waits for the dependent now. */
  readonly waited: boolean;
}

/** The looks of all that a map shows somewhere: what its legend explains. */
export interface ShownLooks {
  readonly states: ReadonlySet<ObjectState>;
  readonly hasStacks: boolean;
  /** What namespaces are shaded or outlined for, the worst first. */
  readonly shades: readonly ProblemState[];
  /** The worst of the problems that a mark may count together; `undefined` where at most one object has any. */
  readonly counted: ProblemState | undefined;
  readonly lines: readonly LineLook[];
}

/** What the looks of a map follow from. */
type Looked = Pick<Arrangement, 'marks' | 'problems' | 'edges' | 'waits'> & {
  readonly faces: Pick<Arrangement['faces'], 'stacks'>;
};

/** Looks through all objects, namespaces and lines of a map. */
export function shownLooks({ marks, problems, faces, edges, waits }: Looked): ShownLooks {
  const states = new Set<ObjectState>();
  for (const number of new Set(marks)) {
    const mark = MARKS[number % WRONG];
    // A place may have no object.
    if (mark === undefined || number >= 2 * WRONG) continue;
    states.add(mark);
    if (number >= WRONG) states.add('wrong');
  }
  const worst = new Set(problems.namespaces.map((each) => each.problems[0]?.[0]));
  const shades = SHADES.filter((state) => worst.has(state));
  const traits = new Set([...new Set(edges.traits), ...waits.map((edge) => edge.traits)]);
  return {
    states,
    hasStacks: faces.stacks.size > 0,
    shades,
    counted: problems.marks.length > 1 ? problems.marks.at(-1)?.state : undefined,
    lines: [...traits].map((each) => ({ ...lookOfTraits(each), waited: (each & WAITED) !== 0 })),
  };
}

const SHADES: readonly ProblemState[] = ['blocked', 'goes', 'terminating', 'wrong'];
