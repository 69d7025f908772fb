import type { PolicyForecast } from '@gcscope/gc-core/wire';
import { type AnyLine, type Check, FORECAST_CHECKS, leftAlone } from '../forecast-checks.ts';
import { type ClusterState, endOf, nameOf, type RealObject } from './cluster-state.ts';
import type { Case } from './report.ts';

const CHECKS: ReadonlyMap<string, Check> = new Map(Object.entries(FORECAST_CHECKS));

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
      const why = check(line, object.metadata, (uid) => after.get(uid)?.metadata);
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
  readonly line: AnyLine;
  readonly check: Check;
}

function linesOf(predicted: PolicyForecast): PredictedLine[] {
  return Object.entries(predicted).flatMap(([group, value]) => {
    if (!Array.isArray(value) || NO_GROUPS.has(group)) return [];
    // A new group of the answer needs a check here.
    const check = CHECKS.get(group) ?? (() => `nobody knows how to check "${group}"`);
    return (value as readonly AnyLine[]).map((line) => ({ group, line, check }));
  });
}

function noLine({ apiVersion, kind, metadata }: RealObject): PredictedLine {
  const { name, namespace = '', uid } = metadata;
  const line = { object: { apiVersion, kind, namespace, name, uid }, rule: '' };
  return { group: 'no line', line, check: leftAlone };
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
