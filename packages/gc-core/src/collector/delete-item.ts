import type { GraphNode } from '../graph/graph-node.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import type { DeleteOptions, PropagationPolicy } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { Attempt } from './attempt.ts';
import { type Address, errorText, type Failure, getAt, liveIn } from './live-object.ts';

/**
 * Sends the DELETE of an item whose live state was classified (DE-01..07); `undefined` is success.
 * The resourceVersion, where it is sent, guards the references that were looked at; a change of anything else does not save
 * the item (DE-05).
 */
export function* deleteItem(
  item: GraphNode,
  address: Address,
  classified: ObjectMeta,
  policy: PropagationPolicy,
  release: ReleaseProfile,
): Attempt<Failure | undefined> {
  const resourceVersion = release.deletesByResourceVersion ? classified.resourceVersion : undefined;
  const { uid } = item;
  const { resource, namespace, name } = address;
  const options: DeleteOptions = {
    preconditions: resourceVersion === undefined ? { uid } : { uid, resourceVersion },
    propagationPolicy: policy,
  };
  const answer = yield { verb: 'delete', resource, namespace, name, options };
  if (answer.ok) return undefined;
  const { status } = answer;
  if (status.reason === 'NotFound' && release.missingOnDeleteIsGone) {
    return { type: 'gone', rule: 'DE-06' };
  }
  const conflict: Failure = { type: 'status', rule: 'DE-07', text: errorText(status) };
  if (status.reason !== 'Conflict' || resourceVersion === undefined) return conflict;

  const again = liveIn(yield getAt(address), 'DE-05');
  if ('failure' in again) return conflict;
  if (!again.live) return { type: 'gone', rule: 'DE-06' };
  if (!onlyOtherFieldsChanged(again.live, classified, item.uid)) return conflict;
  const retry = yield {
    verb: 'delete',
    ...address,
    options: { preconditions: { uid: item.uid }, propagationPolicy: policy },
  };
  if (retry.ok) return undefined;
  if (retry.status.reason === 'NotFound') return { type: 'gone', rule: 'DE-06' };
  return { type: 'status', rule: 'DE-05', text: errorText(retry.status) };
}

function onlyOtherFieldsChanged(live: ObjectMeta, classified: ObjectMeta, uid: string): boolean {
  return (
    live.uid === uid &&
    live.resourceVersion !== classified.resourceVersion &&
    equalReferences(live.ownerReferences ?? [], classified.ownerReferences ?? [])
  );
}

function equalReferences(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  const fields = (reference: OwnerReference): string =>
    JSON.stringify([
      reference.apiVersion,
      reference.kind,
      reference.name,
      reference.uid,
      reference.controller ?? null,
      reference.blockOwnerDeletion ?? null,
    ]);
  return (
    a.length === b.length &&
    a.every((each, i) => b[i] !== undefined && fields(each) === fields(b[i]))
  );
}
