import {
  citationsOfScenarios,
  idsIn,
  RULE_ID,
  specIds,
} from '../../../packages/gc-core/test/support/cited-rules.ts';
import type { Mutant } from './mutants.ts';

/** A rule, the tests that name it, and the mutant that says most about it of those that one of them finds. */
export interface RuleProof {
  readonly id: string;
  /** As `<file>#<name>`; a scenario is the test that plays it. */
  readonly tests: ReadonlySet<string>;
  readonly mutant?: Mutant;
  /** The one of `tests` that fails. */
  readonly failing?: string;
}

const SCENARIO_TEST = 'test/scenario/scenarios.test.ts#scenarios ';
const KUBELET_SCENARIO_TEST = 'test/kubelet/scenarios.test.ts#kubelet scenarios ';
/** A mutant this far from where its file names the rule says something about the rule. */
const NEAR = 25;
/** Mutants that only take a rule's name away. */
const LABEL = /^'[A-Z]{2,3}-W?\d|^\{ (action: '\w+', )?rule\b/;
/** Larger mutants hold many smaller ones. */
const MAX_LENGTH = 300;
/** Mutants that are tried per rule, the nearest to where the source names it first. */
const CANDIDATES = 4;

/** The tests that name each rule: in brackets in their name, or at the end of a scenario's description. */
function testsByRule(tests: Iterable<string>): Map<string, Set<string>> {
  const byRule = new Map<string, Set<string>>();
  const add = (id: string, test: string): void => {
    byRule.set(id, (byRule.get(id) ?? new Set()).add(test));
  };
  for (const test of tests) {
    for (const [cited] of test.matchAll(new RegExp(`\\[${RULE_ID}[^\\]]*\\]`, 'g'))) {
      for (const id of idsIn(cited)) add(id, test);
    }
  }
  for (const { file, id } of citationsOfScenarios()) {
    const ofNode = /^kubelet\/(.*)/.exec(file)?.[1];
    add(id, ofNode === undefined ? `${SCENARIO_TEST}${file}` : `${KUBELET_SCENARIO_TEST}${ofNode}`);
  }
  return byRule;
}

/** Every rule of the SPECs in their order, each with its proof if these mutants have one. */
export function ruleProofs(mutants: readonly Mutant[]): RuleProof[] {
  const byRule = testsByRule(
    new Set(mutants.flatMap(({ killers, reachedBy }) => [...killers, ...reachedBy])),
  );
  const namedInSource = new Set(mutants.flatMap(({ source }) => [...linesNaming(source).keys()]));
  return [...specIds().rules].map((id) => {
    const tests = byRule.get(id) ?? new Set<string>();
    // A rule that no file names is in force everywhere: the mutant that the fewest tests come across says most.
    const near = namedInSource.has(id) ? NEAR : Number.POSITIVE_INFINITY;
    const [best] = mutants
      .flatMap((mutant) => {
        const failing = mutant.killers.filter((test) => tests.has(test)).toSorted(fewestRules)[0];
        const distance = linesFrom(id, mutant);
        return failing === undefined || distance > near ? [] : [{ mutant, failing, distance }];
      })
      .toSorted(
        (a, b) =>
          isLabel(a.mutant) - isLabel(b.mutant) ||
          (a.distance === b.distance ? 0 : a.distance - b.distance) ||
          fewestRules(a.failing, b.failing) ||
          a.mutant.reachedBy.length - b.mutant.reachedBy.length,
      );
    return { id, tests, ...(best && { mutant: best.mutant, failing: best.failing }) };
  });
}

function isLabel({ original }: Mutant): number {
  return LABEL.test(original) ? 1 : 0;
}

function fewestRules(a: string, b: string): number {
  return idsIn(a).length - idsIn(b).length;
}

const named = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

/** The lines of a file that name each rule, from 1. */
function linesNaming(source: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = named.get(source);
  if (known) return known;
  const lines = new Map<string, number[]>();
  source.forEach((text, i) => {
    for (const id of idsIn(text)) lines.set(id, [...(lines.get(id) ?? []), i + 1]);
  });
  named.set(source, lines);
  return lines;
}

/** Lines between a mutant and the nearest place in its file that names the rule; infinitely many if there is none. */
function linesFrom(id: string, { source, line }: Mutant): number {
  const places = linesNaming(source).get(id) ?? [];
  return Math.min(...places.map((each) => Math.abs(each - line)));
}

/** Mutants worth trying with all tests that name a rule without proof. */
export function candidates(
  mutants: readonly Mutant[],
  { id, tests }: RuleProof,
): readonly Mutant[] {
  return mutants
    .filter(({ noticed, original }) => noticed && original.length <= MAX_LENGTH)
    .filter(({ reachedBy }) => reachedBy.some((test) => tests.has(test)))
    .map((mutant) => ({ mutant, distance: linesFrom(id, mutant) }))
    .filter(({ mutant, distance }) => distance <= NEAR && isLabel(mutant) === 0)
    .toSorted(
      (a, b) => a.distance - b.distance || a.mutant.reachedBy.length - b.mutant.reachedBy.length,
    )
    .slice(0, CANDIDATES)
    .map(({ mutant }) => mutant);
}
