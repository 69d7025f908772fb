import type {
  BlockedLine,
  Blocker,
  ForecastLine,
  KeptLine,
  PolicyForecast,
  Uid,
} from '@gcscope/gc-core/wire';
import { type Disagreement, endText } from './check-verdicts.ts';
import { isTerminating, type StoredObject, type WorldState } from './world-state.ts';

/** Why an end is not the forecast one; `undefined` if it is. */
type Check = (before: StoredObject, end: StoredObject | undefined) => string | undefined;

/** Compares each line of a forecast with what is there afterwards; objects without a line are as they were. */
export function checkForecast(
  forecast: PolicyForecast,
  before: WorldState,
  after: WorldState,
): Disagreement[] {
  const checks = new Map<Uid, { readonly line: string; readonly check: Check }>();
  const add = (way: string, { object, rule }: ForecastLine, check: Check): void => {
    checks.set(object.uid, { line: `${way} (${rule})`, check });
  };
  for (const line of forecast.deleted) add('deleted', line, deleted);
  for (const line of forecast.orphaned) add('orphaned', line, orphaned(after));
  for (const line of forecast.kept) add('kept', line, kept(line, after));
  for (const line of forecast.blocked) add(blockedText(line), line, blocked(line, after));
  for (const line of forecast.leftAlone) add('left alone', line, leftAlone);
  for (const line of forecast.notVerified) add('not verified', line, () => 'everything was read');
  return [...before].flatMap(([uid, object]): Disagreement[] => {
    const { line, check } = checks.get(uid) ?? { line: 'not concerned', check: unchanged };
    const end = after.get(uid);
    const why = check(object, end);
    return why === undefined ? [] : [{ uid, predicted: line, real: `${endText(end)}: ${why}` }];
  });
}

const deleted: Check = (_, end) => (end ? 'it is still there' : undefined);

function orphaned(after: WorldState): Check {
  return (before, end) => {
    if (!end) return 'it is gone';
    if (isTerminating(end) !== isTerminating(before)) return 'it is being deleted';
    const lost = ownersOf(before).filter((uid) => !ownersOf(end).includes(uid));
    return lost.some((uid) => !after.has(uid) || isTerminatingIn(uid, after))
      ? undefined
      : 'it has all its owners';
  };
}

function kept({ owner }: KeptLine, after: WorldState): Check {
  return (before, end) => {
    if (!end) return 'it is gone';
    if (isTerminating(end) !== isTerminating(before)) return 'it is being deleted';
    if (!after.has(owner.uid)) return `its owner ${owner.name} is gone`;
    return ownersOf(end).includes(owner.uid) ? undefined : `it lost its owner ${owner.name}`;
  };
}

const leftAlone: Check = (before, end) => {
  if (!end) return 'it is gone';
  if (isTerminating(end) !== isTerminating(before)) return 'it is being deleted';
  return ownersOf(end).length === ownersOf(before).length ? undefined : 'it lost a reference';
};

function blocked({ by, terminating }: BlockedLine, after: WorldState): Check {
  return (_, end) => {
    if (!end) return 'it is gone';
    if (isTerminating(end) !== terminating) {
      return terminating ? 'nobody deleted it' : 'it is being deleted';
    }
    return stillBlocks(by, end, after);
  };
}

function stillBlocks(by: Blocker, end: StoredObject, after: WorldState): string | undefined {
  switch (by.type) {
    case 'finalizer':
      return by.finalizers.every((each) => end.meta.finalizers?.includes(each))
        ? undefined
        : 'it lost the finalizer';
    case 'object':
      return after.has(by.object.uid) ? undefined : `${by.object.name} is gone`;
    case 'reference':
      return undefined;
    default:
      return by satisfies never;
  }
}

const unchanged: Check = (before, end) => {
  const was = endText(before);
  return endText(end) === was ? undefined : `it was: ${was}`;
};

function blockedText({ by, terminating }: BlockedLine): string {
  const who =
    by.type === 'finalizer'
      ? by.finalizers.join(', ')
      : by.type === 'object'
        ? by.object.name
        : by.text;
  return `blocked${terminating ? ' in Terminating' : ''} by ${by.type} ${who}`;
}

function ownersOf({ meta }: StoredObject): Uid[] {
  return (meta.ownerReferences ?? []).map(({ uid }) => uid);
}

function isTerminatingIn(uid: Uid, state: WorldState): boolean {
  const object = state.get(uid);
  return object !== undefined && isTerminating(object);
}
