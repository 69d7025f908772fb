import {
  isUnread,
  type KindHealth,
  markOf,
  type NodeRecord,
  parseApiVersion,
} from '@gcscope/gc-core/wire';
import type { GraphStore } from '../../data/graph-store.ts';

type OfKind = Pick<NodeRecord, 'apiVersion' | 'kind'>;

/** The reason why an object is not verified, in few words: a kind that is not read, its own or an owner's, or an owner never seen. */
export function whyNotVerified(
  record: NodeRecord,
  { records }: Pick<GraphStore, 'records'>,
  kinds: readonly KindHealth[],
): string | undefined {
  if (markOf(record) !== 'not-verified') return undefined;
  const among = [record, ...record.owners];
  const unread = among.flatMap((each) => {
    const health = healthOf(each, kinds).find((known) => isUnread(known, record.namespace));
    return health ? [{ kind: each.kind, state: health.state }] : [];
  });
  const [first] = unread;
  if (first) {
    return `${first.kind} ${first.state === 'listing' ? 'is still being read' : 'cannot be read'}`;
  }
  if (healthOf(record, kinds).some(({ state }) => state === 'gone')) {
    return `${record.kind} is no longer served`;
  }
  // The owner may exist: its kind was not read far enough to tell.
  const isUnseen = record.owners.some(({ uid }) => records.get(uid)?.virtual);
  return isUnseen ? 'owner never seen' : undefined;
}

function healthOf({ apiVersion, kind }: OfKind, kinds: readonly KindHealth[]): KindHealth[] {
  const { group } = parseApiVersion(apiVersion);
  return kinds.filter((each) => each.group === group && [kind, '*'].includes(each.kind));
}
