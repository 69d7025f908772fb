import { type ObjectReference, parseApiVersion } from '../../meta/object-reference.ts';
import type { Awaited, Blocker, KindCount, StorageLine } from '../../wire/forecast.ts';
import { type ClusterView, kindName } from '../cluster-view.ts';
import type { ForecastLines, Way } from './forecast-lines.ts';

type Lines = Pick<ForecastLines, Way>;
type Counts = { -readonly [K in keyof KindCount]: KindCount[K] };

const NONE = { deleted: 0, orphaned: 0, kept: 0, blocked: 0, leftAlone: 0, notVerified: 0 };
const WAYS = Object.keys(NONE) as Way[];

/** How many objects of each kind end in which way, the most concerned first. */
export function countKinds(lines: Lines): KindCount[] {
  const byKind = new Map<string, Counts>();
  for (const way of WAYS) {
    for (const { object } of lines[way]) {
      const { group } = parseApiVersion(object.apiVersion);
      const kind = kindName({ group, kind: object.kind });
      const counts = byKind.get(kind) ?? { kind, ...NONE };
      counts[way]++;
      byKind.set(kind, counts);
    }
  }
  const sum = (count: KindCount): number => WAYS.reduce((total, way) => total + count[way], 0);
  return [...byKind.values()].sort((a, b) => sum(b) - sum(a));
}

/** Namespaces in which something changes. */
export function touchedNamespaces({ deleted, orphaned, blocked }: Lines): string[] {
  const changed = [...deleted, ...orphaned, ...blocked];
  return [...new Set(changed.map(({ object }) => object.namespace))].sort();
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
