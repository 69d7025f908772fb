import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from './node-record.ts';
import {
  type PackedKind,
  type PackedNodes,
  type PackedTraits,
  packReference,
} from './packed-nodes.ts';

/** What tells where the row of an object is, and what a plain reference says of it. */
type Named = Pick<NodeRecord, 'uid' | 'apiVersion' | 'kind' | 'name'>;

/** The records as columns, in their order. `unpackNodes` gives them back. */
export function packNodes(records: Iterable<NodeRecord>): PackedNodes {
  const all = [...records];
  const packer = new NodePacker();
  for (const record of all) packer.number(record);
  for (const record of all) packer.add(record);
  return packer.packed;
}

/** Packs records one by one: first each object gets its row, then their records are added in the same order. */
export class NodePacker {
  readonly #objects: Named[] = [];
  readonly #rows = new Map<Uid, number>();
  readonly #kinds = new Table<PackedKind>();
  readonly #namespaces = new Table<string>();
  readonly #traits = new Table<PackedTraits>();
  readonly #summaries = new Table<VerdictSummary>();
  readonly #references: OwnerReference[] = [];
  readonly #referenceOwners: number[] = [];
  readonly #columns = {
    uids: [] as Uid[],
    names: [] as string[],
    kind: [] as number[],
    namespace: [] as number[],
    trait: [] as number[],
    summary: [] as number[],
    ownerCount: [] as number[],
    owners: [] as number[],
    resourceVersion: [] as string[],
    creationTimestamp: [] as string[],
  };
  /** Nearly always an object has its kind, namespace, traits and summary in common with this one, the one before it. */
  #before: NodeRecord | undefined;
  #hasVersions = false;
  #hasTimes = false;

  /** Gives the object the next row. */
  number(object: Named): void {
    this.#rows.set(object.uid, this.#objects.push(object) - 1);
  }

  /** Fills the next row. */
  add(record: NodeRecord): void {
    const { uid, name, apiVersion, kind, namespace, summary, owners } = record;
    const columns = this.#columns;
    columns.uids.push(uid);
    columns.names.push(name);
    const before = this.#before;
    this.#before = record;
    columns.kind.push(
      before?.kind === kind && before.apiVersion === apiVersion
        ? lastOf(columns.kind)
        : this.#kinds.row(`${apiVersion.length} ${apiVersion}${kind}`, () => [apiVersion, kind]),
    );
    columns.namespace.push(
      before?.namespace === namespace
        ? lastOf(columns.namespace)
        : this.#namespaces.row(namespace, () => namespace),
    );
    columns.trait.push(
      before && haveSamePlainTraits(before, record)
        ? lastOf(columns.trait)
        : this.#traits.row(traitsKey(record), () => traitsOf(record)),
    );
    columns.summary.push(
      before && before.summary === summary ? lastOf(columns.summary) : this.#summary(summary),
    );
    columns.ownerCount.push(owners.length);
    for (const owner of owners) columns.owners.push(this.#reference(owner));
    const { resourceVersion, creationTimestamp } = record;
    columns.resourceVersion.push(resourceVersion ?? '');
    columns.creationTimestamp.push(creationTimestamp ?? '');
    this.#hasVersions ||= resourceVersion !== undefined;
    this.#hasTimes ||= creationTimestamp !== undefined;
  }

  /** What was added, as columns. */
  get packed(): PackedNodes {
    const columns = this.#columns;
    return {
      kinds: this.#kinds.rows,
      namespaces: this.#namespaces.rows,
      traits: this.#traits.rows,
      summaries: this.#summaries.rows,
      references: this.#references,
      ...columns,
      resourceVersion: this.#hasVersions ? columns.resourceVersion : [],
      creationTimestamp: this.#hasTimes ? columns.creationTimestamp : [],
    };
  }

  /** Where each of `references` leads, as in `owners`; -1 - flags: to no row. */
  get referenceOwners(): readonly number[] {
    return this.#referenceOwners;
  }

  #summary(summary: VerdictSummary | undefined): number {
    return summary ? this.#summaries.row(summaryKey(summary), () => summary) : -1;
  }

  #reference(reference: OwnerReference): number {
    const row = this.#rows.get(reference.uid);
    const owner = row === undefined ? undefined : this.#objects[row];
    const packed =
      row === undefined ? -1 - packReference(0, reference) : packReference(row, reference);
    if (owner && isSaidByOwner(reference, owner)) return packed;
    this.#referenceOwners.push(packed);
    return -this.#references.push(reference);
  }
}

function isSaidByOwner({ apiVersion, kind, name }: OwnerReference, owner: Named): boolean {
  return owner.apiVersion === apiVersion && owner.kind === kind && owner.name === name;
}

/** Each value once, by a key. */
class Table<T> {
  readonly rows: T[] = [];
  readonly #byKey = new Map<string, number>();

  row(key: string, make: () => T): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const row = this.rows.push(make()) - 1;
    this.#byKey.set(key, row);
    return row;
  }
}

function lastOf(column: readonly number[]): number {
  return column[column.length - 1] as number;
}

function haveSamePlainTraits(one: NodeRecord, other: NodeRecord): boolean {
  return (
    one.virtual === other.virtual &&
    one.beingDeleted === other.beingDeleted &&
    one.deletingDependents === other.deletingDependents &&
    isPlain(one) &&
    isPlain(other)
  );
}

/** Neither finalizers nor a deletion. */
function isPlain(record: NodeRecord): boolean {
  return (
    record.finalizers.length === 0 &&
    record.deletionTimestamp === undefined &&
    record.deletionGracePeriodSeconds === undefined
  );
}

function traitsKey(record: NodeRecord): string {
  const { virtual, beingDeleted, deletingDependents } = record;
  const flags = `${virtual} ${beingDeleted} ${deletingDependents}`;
  return isPlain(record) ? flags : JSON.stringify([flags, traitsOf(record)]);
}

function traitsOf(record: NodeRecord): PackedTraits {
  const { finalizers, virtual, beingDeleted, deletingDependents } = record;
  const { deletionTimestamp, deletionGracePeriodSeconds } = record;
  return {
    finalizers,
    virtual,
    beingDeleted,
    deletingDependents,
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
  };
}

function summaryKey(summary: VerdictSummary): string {
  const { verdict, rule, when, blockedBy, wrong } = summary;
  return blockedBy === undefined && !wrong
    ? `${verdict} ${rule} ${when}`
    : JSON.stringify([verdict, rule, when, blockedBy, wrong]);
}
