import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  NodePacker,
  type PackedNodes,
  type PackedSnapshot,
  type StreamPosition,
} from '@gcscope/gc-core/wire';
import { inTurns } from '../in-turns.ts';
import type { LiveGraph } from './live-graph.ts';

/** Values that are made text in one go. */
const SLICE = 5000;
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A snapshot as it is sent: made once, compressed once, for all readers. */
export class SnapshotBytes {
  /** The name of this state. */
  readonly etag: string;
  readonly position: StreamPosition;
  readonly gzip: Buffer;

  constructor(etag: string, position: StreamPosition, gzip: Buffer) {
    this.etag = etag;
    this.position = position;
    this.gzip = gzip;
  }

  /** For readers that cannot read gzip. */
  plain(): Promise<Buffer> {
    return decompress(this.gzip);
  }
}

/**
 * Makes the snapshot of a graph in turns with other work. Objects that change meanwhile are in it as they were or as they are: the
 * frames after its position say so again.
 */
export async function makeSnapshot(
  live: LiveGraph,
  head: Omit<PackedSnapshot, 'nodes'>,
  etag: string,
): Promise<SnapshotBytes> {
  const never = new AbortController().signal;
  const packer = new NodePacker();
  await inTurns(pack(live, packer), never);
  const parts = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"nodes":`)];
  await inTurns(writeColumns(packer.packed, parts), never);
  parts.push(Buffer.from('}'));
  return new SnapshotBytes(etag, head.position, await compress(Buffer.concat(parts)));
}

function* pack(live: LiveGraph, packer: NodePacker): Generator<void> {
  const nodes = [...live.records.nodes()];
  for (const node of nodes) {
    packer.number(node);
    yield;
  }
  for (const node of nodes) {
    packer.add(live.records.get(node.uid) ?? node.toRecord());
    yield;
  }
}

function* writeColumns(nodes: PackedNodes, parts: Buffer[]): Generator<void> {
  let mark = '{';
  for (const [name, column] of Object.entries(nodes)) {
    parts.push(Buffer.from(`${mark}${JSON.stringify(name)}:[`));
    for (let from = 0; from < column.length; from += SLICE) {
      const slice = JSON.stringify(column.slice(from, from + SLICE)).slice(1, -1);
      parts.push(Buffer.from(from === 0 ? slice : `,${slice}`));
      yield;
    }
    parts.push(Buffer.from(']'));
    mark = ',';
  }
  parts.push(Buffer.from('}'));
}
