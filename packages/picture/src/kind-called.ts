import { pluralOf } from '@gcscope/gc-core/wire';
import { SHORT_NAMES } from './kind-short-names.ts';

/** Kinds of Kubernetes without a short name that people ask kubectl for. */
const OTHERS: readonly string[] = [
  'ClusterRole',
  'ClusterRoleBinding',
  'ControllerRevision',
  'EndpointSlice',
  'Job',
  'Lease',
  'Node',
  'Role',
  'RoleBinding',
  'Secret',
];

const CALLED: ReadonlyMap<string, string> = new Map([
  ...[...SHORT_NAMES].map(([kind, short]) => [short, kind] as const),
  ...[...SHORT_NAMES.keys(), ...OTHERS].flatMap((kind) => [
    [kind.toLowerCase(), kind] as const,
    [pluralOf(kind).toLowerCase(), kind] as const,
  ]),
  ['no', 'Node'],
]);

/** The kind of Kubernetes that kubectl calls so: `svc`, `services`, `service`; `undefined` for other words. */
export function kindCalled(word: string): string | undefined {
  return CALLED.get(word.toLowerCase());
}
