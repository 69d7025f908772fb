import {
  type ApiObject,
  formatTimestamp,
  type Manifest,
  type Millis,
} from '../meta/object-meta.ts';
import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import { type ApiResource, groupResource } from '../meta/resource-table.ts';
import { sameJson } from './json-value.ts';
import { NAMESPACES, prepareNewNamespace } from './namespaces.ts';
import { hasGeneration } from './spec-and-status.ts';

/** What the server itself decides about a new object. */
export interface Identity {
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly uid: Uid;
}

/** Letters of generated names: no vowels, so that no words come about. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const LONGEST_NAME = 63;

/** The object that a create stores; what a user cannot set is overwritten or dropped. */
export function prepareForCreate(
  resource: ApiResource,
  manifest: Manifest,
  identity: Identity,
  now: Millis,
): ApiObject {
  const { generateName, labels, annotations, ownerReferences, finalizers } = manifest.metadata;
  const { name, namespace, uid } = identity;
  const metadata = {
    name,
    ...(generateName === undefined ? {} : { generateName }),
    ...(namespace === '' ? {} : { namespace }),
    uid,
    ...(hasGeneration(resource) ? { generation: 1 } : {}),
    creationTimestamp: formatTimestamp(now),
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(ownerReferences ? { ownerReferences: withoutDuplicates(ownerReferences) } : {}),
    ...(finalizers ? { finalizers } : {}),
  };
  const object: ApiObject = { ...manifest, metadata };
  return groupResource(resource) === NAMESPACES ? prepareNewNamespace(object) : object;
}

/** The `n`th name generated from the prefix; the first 14 million differ. */
export function generatedName(prefix: string, n: number): string {
  const count = ALPHABET.length ** SUFFIX_LENGTH;
  // Any factor without a divisor of the count (27⁵) visits every suffix once, in an order that looks mixed.
  let rest = (n * 6_364_136) % count;
  let suffix = '';
  for (let i = 0; i < SUFFIX_LENGTH; i++) {
    suffix += ALPHABET.charAt(rest % ALPHABET.length);
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `${prefix.slice(0, LONGEST_NAME - SUFFIX_LENGTH)}${suffix}`;
}

/** References equal in every field are stored once (DM-12); others of the same uid are kept. */
export function withoutDuplicates(references: readonly OwnerReference[]): OwnerReference[] {
  return references.filter(
    (reference, index) => references.findIndex((other) => sameJson(other, reference)) === index,
  );
}

/** The warning for a manifest with references that are equal in every field. */
export function duplicateReferenceWarnings(
  references: readonly OwnerReference[] = [],
): readonly string[] {
  const kept = new Set(withoutDuplicates(references));
  const uids = new Set(references.filter((ref) => !kept.has(ref)).map((ref) => ref.uid));
  if (uids.size === 0) return [];
  return [
    '.metadata.ownerReferences contains duplicate entries; API server dedups owner references ' +
      'in 1.20+, and may reject such requests as early as 1.24; please fix your requests; ' +
      `duplicate UID(s) observed: ${[...uids].join(', ')}`,
  ];
}
