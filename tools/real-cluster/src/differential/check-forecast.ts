import type { BlockedLine, PolicyForecast, Uid } from '@gcscope/gc-core/wire';
import { type AnyLine, type Check, FORECAST_CHECKS } from '../forecast-checks.ts';
import { type Disagreement, endText } from './check-verdicts.ts';
import type { WorldState } from './world-state.ts';

const GROUPS = [
  ['deleted', 'deleted'],
  ['orphaned', 'orphaned'],
  ['kept', 'kept'],
  ['blocked', 'blocked'],
  ['stayBlocked', 'stays blocked'],
  ['leftAlone', 'left alone'],
  ['notVerified', 'not verified'],
] as const;

/** Compares each line of a forecast with what is there afterwards; objects without a line are as they were. */
export function checkForecast(
  forecast: PolicyForecast,
  before: WorldState,
  after: WorldState,
): Disagreement[] {
  const lines = new Map<Uid, { readonly text: string; readonly check: Check; line: AnyLine }>();
  for (const [group, name] of GROUPS) {
    const check = FORECAST_CHECKS[group];
    for (const line of forecast[group] ?? []) {
      const what = 'by' in line ? blockedText(line) : name;
      lines.set(line.object.uid, { text: `${what} (${line.rule})`, check, line });
    }
  }
  return [...before].flatMap(([uid, object]): Disagreement[] => {
    const said = lines.get(uid);
    const end = endText(after.get(uid));
    const was = endText(object);
    const why = said
      ? said.check(said.line, object.meta, (each) => after.get(each)?.meta)
      : end === was
        ? undefined
        : `it was: ${was}`;
    if (why === undefined) return [];
    return [{ uid, predicted: said?.text ?? 'not concerned', real: `${end}: ${why}` }];
  });
}

function blockedText({ by, terminating }: BlockedLine): string {
  const who =
    by.type === 'finalizer'
      ? by.finalizers.join(', ')
      : by.type === 'object'
        ? by.object.name
        : by.text;
  return `blocked${terminating ? ' in Terminating' : ''} by ${by.type} ${who}`;
}
