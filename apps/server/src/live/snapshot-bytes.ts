import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MOST_IN_ONE_PART, type PackedSnapshot, type StreamPosition } from '@gcscope/gc-core/wire';
import { answerInTurns } from '../base/in-turns.ts';
import type { LiveGraph } from './live-graph.ts';
import { packSnapshot, type Texts } from './pack-snapshot.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A part as it is sent: gzip of a JSON object that ends with its columns. */
interface Part {
  readonly gzip: Buffer<ArrayBuffer>;
  /** Where the object with the columns begins in the text. */
  readonly columnsAt: number;
}

/** A snapshot without its nodes. */
type Head = Omit<PackedSnapshot, 'nodes'>;

/** A snapshot as it is sent: made once, compressed once, for all readers. */
export class SnapshotBytes {
  /** The name of this state. */
  readonly id: string;
  readonly position: StreamPosition;
  readonly #head: Head;
  readonly #structure: Part;
  readonly #identity: Promise<Part> | undefined;
  #whole: Promise<Buffer> | undefined;

  constructor(id: string, head: Head, structure: Part, identity: Promise<Part> | undefined) {
    this.id = id;
    this.position = head.position;
    this.#head = head;
    this.#structure = structure;
    this.#identity = identity;
  }

  /** A `SnapshotStructure`, compressed. */
  get structure(): Buffer {
    return this.#structure.gzip;
  }

  /** A `SnapshotIdentity`, compressed; `undefined` where the structure has all columns. */
  async identity(): Promise<Buffer | undefined> {
    return (await this.#identity)?.gzip;
  }

  /** A `PackedSnapshot`, compressed; made when it is first asked for. */
  whole(): Promise<Buffer> {
    this.#whole ??= this.#join();
    return this.#whole;
  }

  async #join(): Promise<Buffer> {
    const parts = [Buffer.from(`${open(this.#head)},"nodes":`)];
    const structure = await columnsOf(this.#structure);
    const identity = this.#identity && (await columnsOf(await this.#identity));
    if (identity) parts.push(structure.subarray(0, -1), Buffer.from(','), identity.subarray(1));
    else parts.push(structure);
    return compress(Buffer.concat([...parts, Buffer.from('}')]));
  }
}

/** Decompresses for readers that cannot read gzip. */
export function plain(bytes: Buffer): Promise<Buffer> {
  return decompress(bytes);
}

/**
 * Makes the snapshot of a graph in turns with other work. Objects that change meanwhile are in it as they were or as they are: the
 * frames after its position say so again. It is there once its structure is; of many objects the identity follows.
 */
export async function makeSnapshot(
  live: LiveGraph,
  head: Head,
  id: string,
  many: number = MOST_IN_ONE_PART,
): Promise<SnapshotBytes> {
  const { structure, identity, referenceOwners, rows } = await answerInTurns(packSnapshot(live));
  const intro = [Buffer.from(`${open({ id, ...head })},"referenceOwners":`), ...referenceOwners];
  const isSmall = rows <= many;
  const first = await makePart(intro, isSmall ? { ...structure, ...identity } : structure);
  const second = isSmall ? undefined : makePart([Buffer.from(open({ id }))], identity);
  // Callers that ask for it get the failure.
  second?.catch(() => {});
  return new SnapshotBytes(id, head, first, second);
}

/** The text of an object that is not closed yet. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

async function makePart(intro: readonly Buffer[], columns: Texts): Promise<Part> {
  const parts = [...intro, Buffer.from(',"nodes":')];
  const columnsAt = parts.reduce((sum, { length }) => sum + length, 0);
  let mark = '{';
  for (const [name, pieces] of Object.entries(columns)) {
    parts.push(Buffer.from(`${mark}${JSON.stringify(name)}:`), ...pieces);
    mark = ',';
  }
  parts.push(Buffer.from('}}'));
  return { gzip: await compress(Buffer.concat(parts)), columnsAt };
}

/** The text of the columns of a part: an object by itself. */
async function columnsOf({ gzip, columnsAt }: Part): Promise<Buffer<ArrayBuffer>> {
  return (await decompress(gzip)).subarray(columnsAt, -1);
}
