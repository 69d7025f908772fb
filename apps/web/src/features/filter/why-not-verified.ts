import {
  isUnread,
  type KindHealth,
  markOf,
  type NodeRecord,
  parseApiVersion,
} from '@gcscope/gc-core/wire';

/** Which kind cannot be read, so that an object is not verified: its own, or that of an owner. */
export function whyNotVerified(
  record: NodeRecord,
  kinds: readonly KindHealth[],
): string | undefined {
  if (markOf(record) !== 'not-verified') return undefined;
  const found = [record, ...record.owners].find(({ apiVersion, kind }) => {
    const { group } = parseApiVersion(apiVersion);
    return kinds.some(
      (each) =>
        each.group === group && [kind, '*'].includes(each.kind) && isUnread(each, record.namespace),
    );
  });
  return found && `${found.kind} cannot be read`;
}
