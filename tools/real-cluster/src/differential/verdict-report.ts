import type { PolicyForecast, Uid } from '@gcscope/gc-core/wire';
import { verdictName } from './check-verdicts.ts';
import { count } from './compare-worlds.ts';
import { isExcused, type TriedWorld } from './tried-world.ts';

/** The ways of a forecast. */
const WAYS = ['deleted', 'orphaned', 'kept', 'blocked', 'notVerified'] as const;

/** What came of worlds that were judged. */
export interface VerdictFigures {
  readonly worlds: number;
  /** Objects by verdict (`goes, restart`), and by the rule that decided. */
  readonly verdicts: ReadonlyMap<string, number>;
  readonly rules: ReadonlyMap<string, number>;
  /** Objects that went though they were said to stay or wait: what held them was said to go. */
  readonly inTurn: number;
  /** Worlds in which a verdict came true in another order than the one that was taken. */
  readonly overtaken: number;
  readonly deletions: ReadonlyMap<PolicyForecast['policy'], number>;
  /** Lines of forecasts by way, with the policy: `Orphan kept`. */
  readonly lines: ReadonlyMap<string, number>;
  /** The same lines by the rule they give. */
  readonly lineRules: ReadonlyMap<string, number>;
  /** Forecasts that say that order matters; of these the ends that another order than the forecast came to. */
  readonly undecided: number;
  readonly otherOrder: number;
  /** A sentence for each object that went otherwise than said. */
  readonly unexplained: readonly string[];
}

/** Counts worlds and what was said of them. */
export function figuresOf(tried: readonly TriedWorld[]): VerdictFigures {
  const verdicts = new Map<string, number>();
  const rules = new Map<string, number>();
  const deletions = new Map<PolicyForecast['policy'], number>();
  const lines = new Map<string, number>();
  const lineRules = new Map<string, number>();
  let inTurn = 0;
  for (const { verdicts: trial, forecast } of tried) {
    for (const [uid, predicted] of trial.predicted) {
      count(verdicts, verdictName(predicted));
      count(rules, predicted.because[0]?.rule ?? 'no rule');
      if (predicted.verdict !== 'goes' && !trial.after.has(uid)) inTurn++;
    }
    if (!forecast) continue;
    const { policy } = forecast.deletion;
    count(deletions, policy);
    for (const way of WAYS) {
      count(lines, `${policy} ${way}`, forecast.predicted[way].length);
      for (const { rule } of forecast.predicted[way]) count(lineRules, rule);
    }
  }
  const undecided = tried.filter(
    ({ forecast }) => forecast && forecast.predicted.orders !== 'alike',
  );
  return {
    worlds: tried.length,
    verdicts,
    rules,
    inTurn,
    overtaken: tried.filter((each) => each.verdicts.isOtherOrder).length,
    deletions,
    lines,
    lineRules,
    undecided: undecided.length,
    otherOrder: tried.filter(({ forecast }) => forecast && isExcused(forecast)).length,
    unexplained: tried.flatMap(unexplainedIn),
  };
}

function unexplainedIn({ world, numberOf, verdicts, forecast }: TriedWorld): string[] {
  const name = (uid: Uid): string => {
    const identity = verdicts.before.get(uid)?.identity;
    return `seed ${world.seed}, object ${numberOf(uid)} (${identity?.kind} ${identity?.name})`;
  };
  const wrong = verdicts.isOtherOrder ? [] : verdicts.disagreements;
  const wrongVerdicts = wrong.map(({ uid, predicted, real }) => {
    return `${name(uid)}\n  verdict: ${predicted}\n  real: ${real}`;
  });
  if (!forecast || isExcused(forecast)) return wrongVerdicts;
  const { target, policy } = forecast.deletion;
  const wrongLines = forecast.disagreements.map(({ uid, predicted, real }) => {
    const order = forecast.isOtherOrder ? 'an order' : 'no order';
    return `${name(uid)}\n  forecast of ${policy} for ${name(target)}: ${predicted}\n  real: ${real} (${order} of the simulation ends so)`;
  });
  return [...wrongVerdicts, ...wrongLines];
}

/** The figures in a few lines, and what is not explained. */
export function verdictReport(figures: VerdictFigures): string {
  const { worlds, verdicts, rules, inTurn, deletions, lines, lineRules } = figures;
  return [
    ...figures.unexplained,
    `${worlds} worlds, ${figures.unexplained.length} objects unexplained`,
    `verdicts: ${listed(verdicts)}; ${inTurn} went in turn; in ${figures.overtaken} worlds others were faster`,
    `rules: ${listed(rules)}`,
    `deletions: ${listed(deletions)}`,
    `lines: ${listed(lines)}`,
    `rules of lines: ${listed(lineRules)}`,
    `order matters in ${figures.undecided}, another one was taken in ${figures.otherOrder}`,
  ].join('\n');
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, number]) => `${key} ${number}`)
    .join(' · ');
}
