import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
  sameIdentity,
} from '../meta/object-reference.ts';
import type { GraphNode } from './graph-node.ts';

/** The next identity a disputed virtual owner is asked for under, after `absent` was found not to exist (AL-01..06). */
export function alternateOwnerIdentity(
  dependents: Iterable<GraphNode>,
  absent: ObjectReference,
): ObjectReference | undefined {
  const candidates: ObjectReference[] = [];
  for (const dependent of dependents) {
    for (const reference of dependent.owners) {
      const candidate = candidateFor(reference, dependent, absent);
      if (candidate) candidates.push(candidate);
    }
  }
  candidates.sort(compare);
  return candidates.find((each) => compare(each, absent) > 0) ?? candidates[0];
}

function candidateFor(
  reference: OwnerReference,
  dependent: GraphNode,
  absent: ObjectReference,
): ObjectReference | undefined {
  if (reference.uid !== absent.uid) return undefined;
  const { namespace } = dependent.identity;
  const knownClusterScoped =
    absent.namespace === '' &&
    reference.apiVersion === absent.apiVersion &&
    reference.kind === absent.kind;
  const candidate = ownerIdentity(reference, knownClusterScoped ? '' : namespace);
  return sameIdentity(candidate, absent) ? undefined : candidate;
}

/** Byte-wise order by kind, apiVersion, namespace, name, uid (AL-05). */
function compare(a: ObjectReference, b: ObjectReference): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.name, b.name) ||
    compareText(a.uid, b.uid)
  );
}

/** Order of the UTF-8 bytes: code point order, which JavaScript's `<` is not beyond U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length; i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
