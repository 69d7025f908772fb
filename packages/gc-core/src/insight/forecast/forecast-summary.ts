import type { ObjectReference } from '../../meta/object-reference.ts';
import type { Awaited, Blocker, KindCount, StorageLine } from '../../wire/forecast.ts';
import { type ClusterView, kindName } from '../cluster-view.ts';
import type { ForecastLines } from './forecast-lines.ts';

type Lines = Omit<ForecastLines, 'refused'>;
type Way = keyof Lines;
type Counts = { -readonly [K in keyof KindCount]: KindCount[K] };

const WAYS: readonly Way[] = ['deleted', 'orphaned', 'kept', 'blocked', 'leftAlone', 'notVerified'];

/** How many objects of each kind end in which way, the most concerned first. */
export function countKinds(lines: Lines): KindCount[] {
  const byKind = new Map<string, Map<string, Counts>>();
  const find = ({ apiVersion, kind }: ObjectReference): Counts => {
    let versions = byKind.get(kind);
    if (!versions) {
      versions = new Map();
      byKind.set(kind, versions);
    }
    const group = apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
    let counts = versions.get(group);
    if (!counts) {
      const name = kindName({ group, kind });
      const none = { deleted: 0, orphaned: 0, kept: 0, blocked: 0, leftAlone: 0, notVerified: 0 };
      counts = { kind: name, ...none };
      versions.set(group, counts);
    }
    return counts;
  };
  for (const way of WAYS) {
    // Objects of a kind come in runs: the counts of the last one are at hand.
    let last: ObjectReference | undefined;
    let counts: Counts | undefined;
    for (const { object } of lines[way]) {
      if (!counts || last?.kind !== object.kind || last.apiVersion !== object.apiVersion) {
        counts = find(object);
        last = object;
      }
      counts[way]++;
    }
  }
  const sum = (count: KindCount): number => WAYS.reduce((total, way) => total + count[way], 0);
  return [...byKind.values()].flatMap((each) => [...each.values()]).sort((a, b) => sum(b) - sum(a));
}

/** Namespaces in which something changes. */
export function touchedNamespaces({ deleted, orphaned, blocked }: Lines): string[] {
  const names = new Set<string>();
  for (const list of [deleted, orphaned, blocked]) {
    let last: string | undefined;
    for (const { object } of list) {
      if (object.namespace !== last) names.add(object.namespace);
      last = object.namespace;
    }
  }
  return [...names].sort();
}

/** Claims and volumes that go. A volume that was provisioned for a claim bears the claim's uid in its name. */
export function storageThatGoes(lines: Lines, view: ClusterView): StorageLine[] {
  const volumes = view.mapping('v1', 'PersistentVolume');
  const lineOf = (object: ObjectReference, after?: string): StorageLine[] => {
    if (object.apiVersion !== 'v1') return [];
    const more = after === undefined ? {} : { after };
    if (object.kind === 'PersistentVolume') return [{ object, ...more }];
    if (object.kind !== 'PersistentVolumeClaim') return [];
    const volume =
      typeof volumes === 'string' ? undefined : view.byName(volumes, '', `pvc-${object.uid}`);
    return [{ object, ...(volume ? { volume: volume.identity } : {}), ...more }];
  };
  const later = (object: ObjectReference, by: Blocker | Awaited): StorageLine[] =>
    by.type === 'reference' ? [] : lineOf(object, afterWhat(by));
  return [
    ...lines.deleted.flatMap(({ object, after }) =>
      after ? later(object, after) : lineOf(object),
    ),
    ...lines.blocked.flatMap(({ object, by }) => later(object, by)),
  ];
}

function afterWhat(by: Blocker | Awaited): string {
  return by.type === 'finalizer' ? by.removedBy : 'what holds it is gone';
}
