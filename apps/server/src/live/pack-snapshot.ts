import { type Column, NodePacker, type OwnerReference, type Uid } from '@gcscope/gc-core/wire';
import type { LiveGraph } from './live-graph.ts';
import { inReadingOrder, rowsIn } from './reading-order.ts';

/** Values that are made text in one go. */
const SLICE = 1000;
/** Objects that are packed between two steps. */
const STEP = 16;

/** Columns by name, each as the pieces of its text. */
export type Texts = Readonly<Record<string, readonly Buffer[]>>;

/** The parts of a graph that a snapshot needs. */
type Packed = Pick<LiveGraph, 'records' | 'graph'>;

/** The columns of both parts, as text. */
interface PackedTexts {
  readonly structure: Texts;
  readonly identity: Texts;
  readonly referenceOwners: readonly Buffer[];
  readonly rows: number;
}

/** Packs the records of a graph step by step, each in one step: its columns show one moment. */
export function* packSnapshot(live: Packed): Generator<void, PackedTexts> {
  const nodes = yield* inReadingOrder(live.records.nodes());
  const rowOf = yield* rowsIn(nodes, live.graph);
  const columns = {
    references: new TextColumn<OwnerReference>(),
    referenceOwners: new TextColumn<number>(),
    uids: new TextColumn<Uid>(),
    names: new TextColumn<string>(),
    kind: new TextColumn<number>(),
    namespace: new TextColumn<number>(),
    trait: new TextColumn<number>(),
    summary: new TextColumn<number>(),
    ownerCount: new TextColumn<number>(),
    owners: new TextColumn<number>(),
    resourceVersion: new TextColumn<string>(),
    creationTimestamp: new TextColumn<string>(),
  };
  const packer = new NodePacker(columns, nodes, rowOf);
  for (let row = 0; row < nodes.length; row++) {
    const node = nodes[row];
    if (node) packer.add(live.records.recordOf(node));
    if (row % STEP === 0) yield;
  }
  const { kinds, namespaces, traits, summaries } = packer.tables;
  const { references, referenceOwners, uids, names, resourceVersion, creationTimestamp } = columns;
  const none = new TextColumn<string>();
  return {
    structure: {
      kinds: textOf(kinds),
      namespaces: textOf(namespaces),
      traits: textOf(traits),
      summaries: textOf(summaries),
      kind: columns.kind.end(),
      namespace: columns.namespace.end(),
      trait: columns.trait.end(),
      summary: columns.summary.end(),
      ownerCount: columns.ownerCount.end(),
      owners: columns.owners.end(),
      creationTimestamp: (packer.hasTimes ? creationTimestamp : none).end(),
    },
    identity: {
      references: references.end(),
      uids: uids.end(),
      names: names.end(),
      resourceVersion: (packer.hasVersions ? resourceVersion : none).end(),
    },
    referenceOwners: referenceOwners.end(),
    rows: nodes.length,
  };
}

function textOf(table: readonly unknown[]): Buffer[] {
  return [Buffer.from(JSON.stringify(table))];
}

/** A column as the text of a JSON array, made slice by slice: the values do not outlive their slice. */
export class TextColumn<Value> implements Column<Value> {
  readonly #parts: Buffer[] = [];
  #slice: Value[] = [];

  push(value: Value): void {
    if (this.#slice.push(value) === SLICE) this.#write();
  }

  /** The array as it stands in JSON. */
  end(): Buffer[] {
    if (this.#slice.length > 0) this.#write();
    return [Buffer.from('['), ...this.#parts, Buffer.from(']')];
  }

  #write(): void {
    const text = JSON.stringify(this.#slice).slice(1, -1);
    this.#parts.push(Buffer.from(this.#parts.length === 0 ? text : `,${text}`));
    this.#slice = [];
  }
}
