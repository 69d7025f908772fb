import { OLD_GADGET } from './custom-kinds.ts';
import type { Made, Reference } from './land.ts';

/** What faulty references refer to, or nearly. */
export interface Owners {
  /** ConfigMaps: here, in another namespace, and one there of the same name as here. */
  readonly owner: Made;
  readonly far: Made;
  readonly farOwner: Made;
  /** ConfigMaps in deletion that are held: in the foreground, and in the background. */
  readonly leaving: Made;
  readonly held: Made;
  readonly deployment: Made;
  readonly widget: Made;
  readonly gadget: Made;
  readonly role: Made;
  readonly event: Made;
  readonly namespace: Made;
  /** A uid that nobody ever had, other than those before. */
  readonly newUid: () => string;
}

/** A child whose references are faulty, or only strange. */
export interface Fault {
  readonly name: string;
  /** The child's kind; ConfigMap if it is not said. */
  readonly child?: 'ClusterRole';
  /** Whether the API server refuses it. */
  readonly refused?: true;
  readonly references: (owners: Owners) => readonly Reference[];
}

type Change = Partial<Reference>;

function change(key: 'owner' | 'deployment' | 'gadget', changed: Change): Fault['references'] {
  return (owners) => [{ ...owners[key].reference, ...changed }];
}

/** An owner of this type that never was. */
function absent(apiVersion: string, kind: string, more: Change = {}): Fault['references'] {
  return ({ newUid }) => [{ apiVersion, kind, name: 'gone', uid: newUid(), ...more }];
}

function to(...keys: readonly (keyof Omit<Owners, 'newUid'>)[]): Fault['references'] {
  return (owners) => keys.map((key) => owners[key].reference);
}

const GONE = absent('v1', 'ConfigMap');
const UNSERVED = absent('no.such/v1', 'Gone');
const both =
  (...all: readonly Fault['references'][]): Fault['references'] =>
  (owners) =>
    all.flatMap((each) => each(owners));
const ofRole = 'rbac.authorization.k8s.io/v1';

/** Faults of one child each; those of several objects are made in `make-faults.ts`. */
export const FAULTS: readonly Fault[] = [
  { name: 'no fault', references: to('owner') },
  { name: 'wrong uid', references: change('owner', { uid: 'the-uid-before' }) },
  { name: 'wrong kind', references: change('owner', { kind: 'Secret' }) },
  { name: 'wrong name', references: change('owner', { name: 'ownr' }) },
  { name: 'unserved version', references: change('deployment', { apiVersion: 'apps/v9' }) },
  { name: 'another served version', references: change('gadget', { apiVersion: OLD_GADGET[0] }) },
  {
    name: 'unserved group',
    references: change('deployment', { apiVersion: 'extensions/v1beta1' }),
  },
  { name: 'core group spelt out', references: change('owner', { apiVersion: 'core/v1' }) },
  { name: 'core group with slash', references: change('owner', { apiVersion: '/v1' }) },
  { name: 'another namespace', references: to('far') },
  { name: 'another namespace, same name', references: to('farOwner') },
  { name: 'unserved kind', references: UNSERVED },
  { name: 'unserved kind beside a living owner', references: both(to('owner'), UNSERVED) },
  { name: 'unserved kind beside a vanished owner', references: both(GONE, UNSERVED) },
  { name: 'lower-case kind', references: change('owner', { kind: 'configmap' }) },
  { name: 'lower-case kind of a group', references: change('deployment', { kind: 'deployment' }) },
  { name: 'lower-case kind, absent', references: absent('v1', 'configmap') },
  {
    name: 'lower-case namespace',
    references: both(({ namespace }) => [{ ...namespace.reference, kind: 'namespace' }]),
  },
  { name: 'resource for kind', references: change('owner', { kind: 'configmaps' }) },
  { name: 'kind of a list', references: change('owner', { kind: 'ConfigMapList' }) },
  {
    name: 'kind of a list of a group',
    references: change('deployment', { kind: 'DeploymentList' }),
  },
  { name: 'List', references: absent('v1', 'List') },
  { name: 'Binding', references: absent('v1', 'Binding') },
  { name: 'TokenReview', references: absent('authentication.k8s.io/v1', 'TokenReview') },
  {
    name: 'SubjectAccessReview',
    references: absent('authorization.k8s.io/v1', 'SubjectAccessReview'),
  },
  { name: 'Eviction', references: absent('policy/v1', 'Eviction') },
  { name: 'Scale', references: absent('autoscaling/v1', 'Scale') },
  { name: 'Status', references: absent('v1', 'Status') },
  { name: 'DeleteOptions', references: absent('v1', 'DeleteOptions') },
  { name: 'ComponentStatus', references: absent('v1', 'ComponentStatus') },
  { name: 'PodMetrics', references: absent('metrics.k8s.io/v1beta1', 'PodMetrics') },
  { name: 'Event', refused: true, references: to('event') },
  {
    name: 'Event of its own group',
    references: ({ event }) => [{ ...event.reference, apiVersion: 'events.k8s.io/v1' }],
  },
  { name: 'absent Event', refused: true, references: absent('v1', 'Event') },
  {
    name: 'two controllers',
    refused: true,
    references: both(
      change('owner', { controller: true }),
      change('deployment', { controller: true }),
    ),
  },
  { name: 'one owner vanished', references: both(to('owner'), GONE) },
  { name: 'all owners vanished', references: both(GONE, GONE) },
  {
    name: 'blocking vanished owner',
    references: absent('v1', 'ConfigMap', { blockOwnerDeletion: true }),
  },
  {
    name: 'one uid twice',
    references: both(to('owner'), change('owner', { blockOwnerDeletion: true })),
  },
  {
    name: 'one uid, right and wrong',
    references: both(to('owner'), change('owner', { name: 'ownr' })),
  },
  {
    name: 'one uid, wrong and right',
    references: both(change('owner', { name: 'ownr' }), to('owner')),
  },
  {
    name: 'owner in foreground deletion',
    references: ({ leaving }) => [{ ...leaving.reference, blockOwnerDeletion: true }],
  },
  { name: 'owner in foreground deletion, not blocking', references: to('leaving') },
  { name: 'owner in foreground deletion and another', references: to('leaving', 'owner') },
  { name: 'owner in background deletion', references: to('held') },
  { name: 'owner in background deletion, one vanished', references: both(to('held'), GONE) },
  { name: 'cluster-scoped owner', references: to('role') },
  { name: 'cluster-scoped owner, absent', references: absent(ofRole, 'ClusterRole') },
  { name: 'absent Node', references: absent('v1', 'Node') },
  { name: 'custom owner', references: to('widget') },
  { name: 'custom owner, absent', references: absent('populated.example.com/v1', 'Widget') },
  {
    name: 'custom owner, lower case',
    references: ({ widget }) => [{ ...widget.reference, kind: 'widget' }],
  },
  { name: 'namespaced owner', child: 'ClusterRole', references: to('owner') },
  { name: 'namespaced owner, absent', child: 'ClusterRole', references: GONE },
  {
    name: 'namespaced owner and a vanished role',
    child: 'ClusterRole',
    references: both(to('owner'), absent(ofRole, 'ClusterRole')),
  },
  { name: 'role of unserved kind', child: 'ClusterRole', references: UNSERVED },
  {
    name: 'role of a role, absent',
    child: 'ClusterRole',
    references: absent(ofRole, 'ClusterRole'),
  },
  { name: 'role of a role', child: 'ClusterRole', references: to('role') },
  { name: 'role of a namespace', child: 'ClusterRole', references: to('namespace') },
];
