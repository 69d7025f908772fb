import { type Difference, EXPLANATIONS, type Explanation } from './compare-twins.ts';
import type { ComparedWorld } from './twin-differential.ts';

/** What came out of a comparison of twins. */
export interface TwinFigures {
  readonly worlds: number;
  /** Requests of the real collector, over all worlds. */
  readonly writes: number;
  readonly reads: number;
  readonly warnings: number;
  /** By seed. */
  readonly explained: readonly SeededDifference[];
  readonly unexplained: readonly SeededDifference[];
}

/** A difference between the twins of a seed's world. */
type SeededDifference = Difference & { readonly seed: number };

/** Counts what was compared. */
export function twinFigures(compared: readonly ComparedWorld[]): TwinFigures {
  const differences = compared.flatMap(({ world: { seed }, differences }) => {
    return differences.map((each) => ({ seed, ...each }));
  });
  const sent = compared.flatMap(({ real }) => real.sent);
  return {
    worlds: compared.length,
    writes: sent.flatMap(({ writes }) => writes).length,
    reads: sent.flatMap(({ reads }) => reads).length,
    warnings: compared.flatMap(({ real }) => real.warnings).length,
    explained: differences.filter(({ explanation }) => explanation !== undefined),
    unexplained: differences.filter(({ explanation }) => explanation === undefined),
  };
}

/** The figures in a few lines, and each difference. */
export function twinReport(figures: TwinFigures): string {
  const { worlds, writes, reads, warnings, explained, unexplained } = figures;
  return [
    `${worlds} worlds, ${unexplained.length} unexplained differences between the real collector and gcscope collect`,
    `compared: answers and objects left after each round; ${writes} different writes by object and round; ${reads} different reads; ${warnings} Events`,
    ...(Object.keys(EXPLANATIONS) as Explanation[]).flatMap((each) => {
      const those = explained.filter(({ explanation }) => explanation === each);
      return [`explained: ${those.length}, as ${EXPLANATIONS[each]}`, ...those.map(line)];
    }),
    ...unexplained.map((each) => `UNEXPLAINED ${line(each)}`),
  ].join('\n');
}

function line({ seed, of, round, object, real, ours }: SeededDifference): string {
  const where = [
    round === undefined ? '' : ` in round ${round + 1}`,
    object ? ` of ${object}` : '',
  ];
  return `world ${seed}, ${of}${where.join('')}\n  real: ${real.join('\n        ')}\n  ours: ${ours.join('\n        ')}`;
}
