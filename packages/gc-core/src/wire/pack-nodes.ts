import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from './node-record.ts';
import {
  type PackedKind,
  type PackedNodes,
  type PackedTraits,
  packReference,
} from './packed-nodes.ts';

/** Fields that find the row of an object, and that a plain reference names. */
type Named = Pick<NodeRecord, 'uid' | 'apiVersion' | 'kind' | 'name'>;

/** Where the values of a column go: an array, or whatever makes something of them. */
export interface Column<Value> {
  push(value: Value): unknown;
}

/** A column of `PackedNodes` each, and where references lead. */
type Columns = {
  readonly [Name in Exclude<keyof PackedNodes, keyof Tables> | 'referenceOwners']: Column<
    WithReferenceOwners[Name][number]
  >;
};

/** The records as columns, and where each of `references` leads, as in `owners`; -1 - flags: to no row. */
export interface WithReferenceOwners extends PackedNodes {
  readonly referenceOwners: readonly number[];
}

/** Values that objects have in common, each once. */
type Tables = Pick<PackedNodes, 'kinds' | 'namespaces' | 'traits' | 'summaries'>;

/** The records as columns, in their order. `unpackNodes` gives them back. */
export function packNodes(records: Iterable<NodeRecord>): PackedNodes {
  const { referenceOwners: _, ...nodes } = packWithOwners(records);
  return nodes;
}

/** As `packNodes`, with what the first part of a snapshot says of references. */
export function packWithOwners(records: Iterable<NodeRecord>): WithReferenceOwners {
  const all = [...records];
  const rows = new Map(all.map(({ uid }, row) => [uid, row]));
  const columns = {
    references: [] as OwnerReference[],
    referenceOwners: [] as number[],
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
  const packer = new NodePacker(columns, all, (uid) => rows.get(uid));
  for (const record of all) packer.add(record);
  return {
    ...packer.tables,
    ...columns,
    resourceVersion: packer.hasVersions ? columns.resourceVersion : [],
    creationTimestamp: packer.hasTimes ? columns.creationTimestamp : [],
  };
}

/** Packs records one by one. */
export class NodePacker {
  /** Whether any record has a resourceVersion; if none has, the column is to be empty. */
  hasVersions = false;
  /** Whether any record has a creationTimestamp; if none has, the column is to be empty. */
  hasTimes = false;
  readonly #columns: Columns;
  readonly #objects: readonly Named[];
  readonly #rowOf: (uid: Uid) => number | undefined;
  readonly #kinds = new Table<PackedKind>();
  readonly #namespaces = new Table<string>();
  readonly #traits = new Table<PackedTraits>();
  readonly #summaries = new Table<VerdictSummary>();
  /** Nearly always an object has its kind, namespace, traits and summary in common with this one, the one before it. */
  #before: NodeRecord | undefined;
  #kind = -1;
  #namespace = -1;
  #trait = -1;
  #summary = -1;
  #references = 0;

  /** `objects` in the order of rows, in which their records are added; `rowOf` a uid is where it stands among them. */
  constructor(
    columns: Columns,
    objects: readonly Named[],
    rowOf: (uid: Uid) => number | undefined,
  ) {
    this.#columns = columns;
    this.#objects = objects;
    this.#rowOf = rowOf;
  }

  /** Fills the next row. */
  add(record: NodeRecord): void {
    const { uid, name, owners, resourceVersion, creationTimestamp } = record;
    const columns = this.#columns;
    this.#compare(record, this.#before);
    this.#before = record;
    columns.uids.push(uid);
    columns.names.push(name);
    columns.kind.push(this.#kind);
    columns.namespace.push(this.#namespace);
    columns.trait.push(this.#trait);
    columns.summary.push(this.#summary);
    columns.ownerCount.push(owners.length);
    for (const owner of owners) columns.owners.push(this.#reference(owner));
    columns.resourceVersion.push(resourceVersion ?? '');
    columns.creationTimestamp.push(creationTimestamp ?? '');
    this.hasVersions ||= resourceVersion !== undefined;
    this.hasTimes ||= creationTimestamp !== undefined;
  }

  /** Values that the added records have in common. */
  get tables(): Tables {
    return {
      kinds: this.#kinds.rows,
      namespaces: this.#namespaces.rows,
      traits: this.#traits.rows,
      summaries: this.#summaries.rows,
    };
  }

  /** Finds what the record has in common with others. */
  #compare(record: NodeRecord, before: NodeRecord | undefined): void {
    const { apiVersion, kind, namespace, summary } = record;
    if (before?.kind !== kind || before.apiVersion !== apiVersion) {
      const key = `${apiVersion.length} ${apiVersion}${kind}`;
      this.#kind = this.#kinds.row(key, () => [apiVersion, kind]);
    }
    if (before?.namespace !== namespace) {
      this.#namespace = this.#namespaces.row(namespace, () => namespace);
    }
    if (!before || !haveSamePlainTraits(before, record)) {
      this.#trait = this.#traits.row(traitsKey(record), () => traitsOf(record));
    }
    if (!summary) this.#summary = -1;
    else if (before?.summary !== summary) {
      this.#summary = this.#summaries.row(summaryKey(summary), () => summary);
    }
  }

  #reference(reference: OwnerReference): number {
    const row = this.#rowOf(reference.uid);
    const owner = row === undefined ? undefined : this.#objects[row];
    const packed =
      row === undefined ? -1 - packReference(0, reference) : packReference(row, reference);
    if (owner && isSaidByOwner(reference, owner)) return packed;
    this.#columns.referenceOwners.push(packed);
    this.#columns.references.push(reference);
    this.#references++;
    return -this.#references;
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
