import { describe, expect, it } from 'vitest';
import { mutantNames, nameText } from '../src/mutation/mutant-names.ts';
import type { Mutant } from '../src/mutation/mutants.ts';

const SOURCE = `import { a } from './a.ts';

const LIMIT = 1 + a;

/** A class. */
export class Table<T> {
  readonly #rows: T[] = [1];

  get size(): number {
    return this.#rows.length + 1;
  }

  static *[Symbol.iterator](
    first: number,
  ): Iterator<number> {
    if (first > 1) return 1;
  }
}

for (let i = 1; ; ) {
}

export async function read(): Promise<void> {
  const one = 1;
  return 1;
}
`;

/** One of each digit 1, which becomes 2. */
function mutants(): Mutant[] {
  return [...SOURCE.matchAll(/1/g)].map(({ index }) => ({
    file: 'graph/table.ts',
    line: SOURCE.slice(0, index).split('\n').length,
    from: index,
    to: index + 1,
    original: '1',
    replacement: '2',
    noticed: false,
    lines: SOURCE.split('\n'),
  }));
}

describe('names of mutants', () => {
  it('have the scope, and which one it is where several in it read alike', () => {
    expect([...mutantNames(mutants()).values()].map(nameText)).toEqual([
      'graph/table.ts LIMIT: 1 → 2',
      'graph/table.ts Table.#rows: 1 → 2',
      'graph/table.ts Table.size: 1 → 2',
      'graph/table.ts Table.[Symbol.iterator]: 1 → 2 (1 of 2)',
      'graph/table.ts Table.[Symbol.iterator]: 1 → 2 (2 of 2)',
      'graph/table.ts: 1 → 2',
      'graph/table.ts read: 1 → 2 (1 of 2)',
      'graph/table.ts read: 1 → 2 (2 of 2)',
    ]);
  });
});
