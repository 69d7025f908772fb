import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterView } from '../../src/insight/cluster-view.ts';
import type { DeletionFacts } from '../../src/insight/deletion-facts.ts';
import { terminating } from '../../src/insight/terminating/terminating.ts';
import { type ApiObject, type ObjectMeta, parseTimestamp } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import type {
  NamespaceStatus,
  TerminatingObject,
  TerminatingReport,
} from '../../src/wire/terminating.ts';
import { type Plain, plain } from './plain.ts';
import { objectOf } from './simulate.ts';
import { watched } from './watched.ts';
import { customKind } from './widgets.ts';

interface Version {
  readonly t: number;
  readonly type: string;
  readonly object: ApiObject;
}

const CUSTOM = ['Widget', 'Sprocket'].map((kind) => customKind(kind));

/** The objects of a recorded case as they were `seconds` after its start. */
export function objectsAt(name: string, seconds: number): ApiObject[] {
  const file = join(import.meta.dirname, `../insight/evidence/${name}.jsonl`);
  const objects = new Map<string, ApiObject>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { t, type, object } = JSON.parse(line) as Version;
    if (t > seconds) continue;
    if (type === 'DELETED') objects.delete(object.metadata.uid);
    else objects.set(object.metadata.uid, object);
  }
  return [...objects.values()];
}

/** When the deletions of the tests were asked for, ten seconds later, and ten minutes. */
export const ASKED = '2026-01-01T00:00:00Z';
export const SOON = '2026-01-01T00:00:10Z';
export const LATE = '2026-01-01T00:10:00Z';

/** So many seconds after the DELETE. */
export function after(seconds: number): string {
  return new Date(Date.parse(ASKED) + seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** An object in deletion. */
export function going(name: string, more: Partial<ObjectMeta> = {}, kind = 'ConfigMap'): ApiObject {
  return objectOf(name, { deletionTimestamp: ASKED, ...more }, { kind });
}

/** What is known beside the objects. */
export type Known = Partial<DeletionFacts> & Pick<ClusterView, 'kinds'>;

/** As `reportOn`, its sentences as plain text. */
export function terminatingIn(...world: Parameters<typeof reportOn>): Plain<TerminatingReport> {
  return plain(reportOn(...world));
}

/** What is said of all that is being deleted in the context `test`; `at` is the wall clock of the cluster, `changed` what else the view tells. */
export function reportOn(
  objects: readonly ApiObject[],
  at: string,
  { kinds, ...facts }: Known = {},
  changed: Partial<ClusterView> = {},
): TerminatingReport {
  const simulation = watched(objects, ResourceTable.builtIn(CUSTOM));
  const { graph } = simulation.process.collector;
  const now = parseTimestamp(at) ?? 0;
  const namespaces = new Map(objects.flatMap((each) => namespaceStatus(each) ?? []));
  const groups = new Set(['', 'apps']);
  return terminating(graph.nodes(), {
    ...simulationView(simulation),
    kubectl: ['--context', 'test'],
    ...(kinds && { kinds }),
    deletionFacts: () => ({ now, groups, namespaces, ...facts }),
    ...changed,
  });
}

/** What is said of one object. */
export function about(
  { objects }: Plain<TerminatingReport>,
  name: string,
): Plain<TerminatingObject> {
  const found = objects.find(({ object }) => object.name === name);
  if (!found) throw new Error(`${name} is not being deleted`);
  return found;
}

function namespaceStatus(object: ApiObject): [[string, NamespaceStatus]] | undefined {
  if (object.kind !== 'Namespace') return undefined;
  const { spec, status } = object as unknown as {
    spec?: { finalizers?: string[] };
    status?: { conditions?: NamespaceStatus['conditions'] };
  };
  const { finalizers = [] } = spec ?? {};
  return [[object.metadata.name, { conditions: status?.conditions ?? [], finalizers }]];
}
