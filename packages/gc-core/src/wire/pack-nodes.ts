import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from './node-record.ts';
import {
  type PackedKind,
  type PackedNodes,
  type PackedTraits,
  packReference,
} from './packed-nodes.ts';

/** The records as columns, in their order. `unpackNodes` gives them back. */
export function packNodes(records: Iterable<NodeRecord>): PackedNodes {
  return new Packer([...records]).pack();
}

class Packer {
  readonly #records: readonly NodeRecord[];
  readonly #rows: ReadonlyMap<Uid, number>;
  readonly #kinds = new Table<PackedKind>();
  readonly #namespaces = new Table<string>();
  readonly #traits = new Table<PackedTraits>();
  readonly #summaries = new Table<VerdictSummary>();
  readonly #references: OwnerReference[] = [];

  constructor(records: readonly NodeRecord[]) {
    this.#records = records;
    this.#rows = new Map(records.map(({ uid }, row) => [uid, row]));
  }

  pack(): PackedNodes {
    const records = this.#records;
    const columns = {
      uids: records.map(({ uid }) => uid),
      names: records.map(({ name }) => name),
      kind: records.map(({ apiVersion, kind }) =>
        this.#kinds.row(`${apiVersion.length} ${apiVersion}${kind}`, () => [apiVersion, kind]),
      ),
      namespace: records.map(({ namespace }) => this.#namespaces.row(namespace, () => namespace)),
      trait: records.map((record) => this.#traits.row(traitsKey(record), () => traitsOf(record))),
      summary: records.map(({ summary }) =>
        summary ? this.#summaries.row(summaryKey(summary), () => summary) : -1,
      ),
      ownerCount: records.map(({ owners }) => owners.length),
      owners: records.flatMap(({ owners }) => owners.map((owner) => this.#reference(owner))),
      resourceVersion: column(records.map(({ resourceVersion }) => resourceVersion)),
      creationTimestamp: column(records.map(({ creationTimestamp }) => creationTimestamp)),
    };
    return {
      kinds: this.#kinds.rows,
      namespaces: this.#namespaces.rows,
      traits: this.#traits.rows,
      summaries: this.#summaries.rows,
      references: this.#references,
      ...columns,
    };
  }

  #reference(reference: OwnerReference): number {
    const row = this.#rows.get(reference.uid);
    const owner = row === undefined ? undefined : this.#records[row];
    if (row !== undefined && owner && isSaidByOwner(reference, owner)) {
      return packReference(row, reference);
    }
    return -this.#references.push(reference);
  }
}

function isSaidByOwner({ apiVersion, kind, name }: OwnerReference, owner: NodeRecord): boolean {
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

function traitsKey(record: NodeRecord): string {
  const { finalizers, virtual, beingDeleted, deletingDependents } = record;
  const flags = `${virtual} ${beingDeleted} ${deletingDependents}`;
  const { deletionTimestamp, deletionGracePeriodSeconds } = record;
  const isPlain =
    finalizers.length === 0 &&
    deletionTimestamp === undefined &&
    deletionGracePeriodSeconds === undefined;
  return isPlain ? flags : JSON.stringify([flags, traitsOf(record)]);
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

function column(values: readonly (string | undefined)[]): readonly string[] {
  return values.every((value) => value === undefined) ? [] : values.map((value) => value ?? '');
}
