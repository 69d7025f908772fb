import type { ApiRequest } from '../../collector/object-client.ts';
import {
  type ApiResource,
  groupResource,
  isGettable,
  isMonitorable,
} from '../../meta/api-resource.ts';
import type { ObjectMeta } from '../../meta/object-meta.ts';
import { type OwnerReference, parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import { type ClusterView, isNeverSeen, kindName, resourceOf } from '../cluster-view.ts';

type RequestTarget = Pick<ApiRequest, 'resource' | 'namespace' | 'name'>;

/** Why the view cannot answer a GET. */
export interface Unread {
  /** As `<Kind>.<group>`. */
  readonly kind: string;
  /**
   * `group`: its kinds could not be discovered; `kind`: it is not read now; `late`: not read far enough yet; `unwatched`: the
   * collector watches it as little as we do (KM-06).
   */
  readonly why: 'group' | 'kind' | 'late' | 'unwatched';
  /** Absent where the group is not known. */
  readonly resource?: ApiResource;
}

/** What a GET would find, as far as it is known. */
export type Found =
  | { readonly type: 'present'; readonly meta: ObjectMeta }
  | { readonly type: 'absent' }
  | { readonly type: 'unread'; readonly unread: Unread };

/** Whether what is not found of a resource does not exist: the view is as new as the question. */
export type ProvesAbsence = (resource: ApiResource) => boolean;

/**
 * Answers a GET from the view; absence has to be proven, and nothing is known of a kind that is not read. `wanted` are the
 * uids that are hoped for.
 */
export function lookUp(
  { resource, namespace, name }: RequestTarget,
  wanted: readonly Uid[],
  provesAbsence: ProvesAbsence,
  view: ClusterView,
): Found {
  // A kind that only a list or a POST has: a GET of it finds nothing (KM-03..05).
  if (!isGettable(resource)) return ABSENT;
  if (!view.isRead(resource, namespace)) return notRead({ resource, namespace, name }, view);
  const named = view.byName(resource, namespace, name);
  const found = named ? present(named.meta ?? { name, uid: named.uid }) : ABSENT;
  if (named && wanted.includes(named.uid)) return found;
  // A uid that lives under another name of the resource does not live under this one, too. Of the others that proves nothing.
  const areElsewhere = wanted.length > 0 && wanted.every((uid) => livesIn(resource, uid, view));
  return areElsewhere || provesAbsence(resource) ? found : unread(resource, 'late');
}

/** One GET settles a kind that nobody watches, where it was sent (KM-06). */
function notRead({ resource, namespace, name }: RequestTarget, view: ClusterView): Found {
  const isWatched =
    isMonitorable(resource) && !view.release.ignoredResources.has(groupResource(resource));
  if (isWatched) return unread(resource, 'kind');
  const asked = view.asked?.(resource, namespace, name);
  if (asked === undefined) return unread(resource, 'unwatched');
  return asked === 'absent' ? ABSENT : present(asked);
}

const ABSENT: Found = { type: 'absent' };

function present(meta: ObjectMeta): Found {
  return { type: 'present', meta };
}

function unread(resource: ApiResource, why: Unread['why']): Found {
  return { type: 'unread', unread: { kind: kindName(resource), why, resource } };
}

/** The kind of an object, if it is served but not read. */
export function unreadKindOf(
  object: Pick<OwnerReference, 'apiVersion' | 'kind'>,
  view: ClusterView,
): Unread | undefined {
  const resource = resourceOf(object, view);
  if (!resource || view.isRead(resource)) return undefined;
  return { kind: kindName(resource), why: 'kind', resource };
}

/** What cannot be asked about because its group could not be discovered. */
export function undiscovered({
  apiVersion,
  kind,
}: Pick<OwnerReference, 'apiVersion' | 'kind'>): Unread {
  return { kind: kindName({ group: parseApiVersion(apiVersion).group, kind }), why: 'group' };
}

function livesIn(resource: ApiResource, uid: Uid, view: ClusterView): boolean {
  const bearer = view.get(uid);
  if (!bearer || isNeverSeen(bearer, view)) return false;
  const borne = resourceOf(bearer, view);
  return borne !== undefined && groupResource(borne) === groupResource(resource);
}
