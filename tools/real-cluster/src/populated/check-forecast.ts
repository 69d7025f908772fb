import type { ObjectReference, PolicyForecast } from '@gcscope/gc-core/wire';
import {
  type ClusterState,
  endOf,
  hasMoved,
  isTerminating,
  nameOf,
  type RealObject,
} from './cluster-state.ts';
import type { Case } from './report.ts';

/** Why an end is not the one that was predicted; `undefined` if it is. */
type Check = (before: RealObject, end: RealObject | undefined, line: Line) => string | undefined;

/** What the lines of all groups have. */
interface Line {
  readonly object: ObjectReference;
  readonly rule: string;
  readonly owner?: ObjectReference;
  readonly terminating?: boolean;
  readonly remadeBy?: ObjectReference;
}

/**
 * What each group of a forecast says of its objects. A group that is not here is reported as such: whoever adds one to
 * the answer adds its check.
 */
const CHECKS: ReadonlyMap<string, (after: ClusterState) => Check> = new Map([
  ['deleted', () => gone],
  ['orphaned', orphaned],
  ['kept', kept],
  ['blocked', () => blocked],
  ['leftAlone', () => unchanged],
  ['notVerified', () => () => 'everything was read'],
  ['refused', () => unchanged],
]);

/** Lists of a forecast that are no groups of objects. */
const NO_GROUPS: ReadonlySet<string> = new Set([
  'kinds',
  'namespaces',
  'storage',
  'decides',
  'outcomes',
]);

/** Compares each line of a forecast, and each object without a line, with what is there afterwards. */
export function checkForecast(
  name: string,
  predicted: PolicyForecast,
  objects: readonly RealObject[],
  after: ClusterState,
): Case[] {
  const lines = linesOf(predicted);
  const mayDiffer = predicted.decides.length > 0;
  return objects.flatMap((object) => {
    const found = lines.filter(({ line }) => line.object.uid === object.metadata.uid);
    const end = after.get(object.metadata.uid);
    return (found.length > 0 ? found : [noLine(object)]).map(({ group, line, check }): Case => {
      const why = check(after)(object, end, line);
      return {
        what: `${nameOf(object)} [${name}]`,
        group: `${predicted.policy} ${group}`,
        predicted: `${group} ${line.rule}`,
        real: `${endOf(end)}${why === undefined ? '' : `: ${why}`}`,
        agrees: agreement(why, mayDiffer),
      };
    });
  });
}

/** Where order matters another one may have been taken. */
function agreement(why: string | undefined, mayDiffer: boolean): Case['agrees'] {
  if (why === undefined) return 'yes';
  return mayDiffer ? 'in turn' : 'no';
}

interface PredictedLine {
  readonly group: string;
  readonly line: Line;
  readonly check: (after: ClusterState) => Check;
}

function linesOf(predicted: PolicyForecast): PredictedLine[] {
  return Object.entries(predicted).flatMap(([group, value]) => {
    if (!Array.isArray(value) || NO_GROUPS.has(group)) return [];
    const check = CHECKS.get(group) ?? (() => () => `nobody knows how to check "${group}"`);
    return (value as readonly Line[]).map((line) => ({ group, line, check }));
  });
}

function noLine({ apiVersion, kind, metadata }: RealObject): PredictedLine {
  const { name, namespace = '', uid } = metadata;
  const line = { object: { apiVersion, kind, namespace, name, uid }, rule: '' };
  return { group: 'no line', line, check: () => unchanged };
}

const gone: Check = (_, end) => (end ? 'it is still there' : undefined);

const blocked: Check = (_, end, { terminating }) => {
  if (!end) return 'it is gone';
  if (isTerminating(end) === terminating) return undefined;
  return terminating ? 'nobody deleted it' : 'it is being deleted';
};

const unchanged: Check = (before, end) => {
  if (!end) return 'it is gone';
  if (isTerminating(end) !== isTerminating(before)) return 'it is being deleted';
  return ownersOf(end).join() === ownersOf(before).join() ? undefined : 'its owners changed';
};

function orphaned(after: ClusterState): Check {
  return (before, end) => {
    if (!end) return 'it is gone';
    if (isTerminating(end) !== isTerminating(before)) return 'it is being deleted';
    const lost = ownersOf(before).some((uid) => !ownersOf(end).includes(uid) && !lives(uid, after));
    return lost ? undefined : 'it has all its owners';
  };
}

function kept(after: ClusterState): Check {
  return (before, end, { owner }) => {
    if (!end) return 'it is gone';
    if (hasMoved(before, after)) return 'it is being deleted';
    return owner && ownersOf(end).includes(owner.uid) ? undefined : 'it lost that owner';
  };
}

function lives(uid: string, after: ClusterState): boolean {
  const object = after.get(uid);
  return object !== undefined && !isTerminating(object);
}

function ownersOf({ metadata }: RealObject): string[] {
  return (metadata.ownerReferences ?? []).map(({ uid }) => uid);
}

/**
 * Objects that a controller made in the place of one that went: of the same kind, under the same name or for the same
 * owner. The line of the one that goes says who makes it anew.
 */
export function checkMadeAnew(
  name: string,
  predicted: PolicyForecast,
  objects: readonly RealObject[],
  before: ClusterState,
  after: ClusterState,
): Case[] {
  const remade = predicted.deleted.filter(({ remadeBy }) => remadeBy);
  const born = [...after.values()].filter(({ metadata }) => !before.has(metadata.uid));
  return objects.flatMap((object): Case[] => {
    if (after.has(object.metadata.uid)) return [];
    const heir = born.find((each) => isHeir(each, object));
    if (!heir) return [];
    const said = remade.find((line) => line.object.uid === object.metadata.uid);
    return [
      {
        what: `${nameOf(object)} [${name}]`,
        group: `${predicted.policy} made anew`,
        predicted: said ? 'made anew' : 'nothing',
        real: `${nameOf(heir)} was made`,
        agrees: said ? 'yes' : 'no',
      },
    ];
  });
}

function isHeir(heir: RealObject, object: RealObject): boolean {
  if (heir.kind !== object.kind || heir.metadata.namespace !== object.metadata.namespace) {
    return false;
  }
  const controller = ({ metadata }: RealObject): string | undefined =>
    metadata.ownerReferences?.find((each) => each.controller)?.uid;
  const owner = controller(object);
  return (
    heir.metadata.name === object.metadata.name ||
    (owner !== undefined && controller(heir) === owner)
  );
}
