import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { NodeReading } from '@gcscope/gc-core';
import type { Clock } from '../base/clock.ts';
import { readCriNode } from './cri-source.ts';
import { readCrictlFiles } from './crictl-source.ts';
import type { KnownSettings } from './kubelet-settings.ts';

/** Where a server reads a node. */
export type NodeInput =
  | { readonly type: 'cri'; readonly socket: string }
  | { readonly type: 'crictl'; readonly files: readonly string[] };

/** A node that can be read again and again. */
export interface NodeSource {
  readonly name: string;
  readonly source: NodeReading['source'];
  /** The node as it is now. Rejects with `NodeUnreadableError` or `NodeInputError`. */
  read(): Promise<NodeReading>;
  /** As `read`, or a reading of less than half a minute ago. */
  readRecently(): Promise<NodeReading>;
}

/** The source of an input; nothing is read yet. */
export function openNodeSource(
  input: NodeInput,
  settings: KnownSettings,
  clock: Clock,
): NodeSource {
  if (input.type === 'cri') {
    const { socket } = input;
    const read = (): Promise<NodeReading> => readCriNode({ socket, settings, clock });
    return new SharedReading(hostname(), 'cri', read, clock);
  }
  const { files } = input;
  const name = basename(files[0] ?? '');
  const read = async (): Promise<NodeReading> => readCrictlFiles({ files, settings, clock });
  return new SharedReading(name, 'crictl', read, clock);
}

const RECENT = 30_000;

/** Asked by several at once, the node is read once. */
class SharedReading implements NodeSource {
  readonly name: string;
  readonly source: NodeReading['source'];
  readonly #read: () => Promise<NodeReading>;
  readonly #clock: Clock;
  #atWork: Promise<NodeReading> | undefined;
  #last: { readonly at: number; readonly reading: NodeReading } | undefined;

  constructor(
    name: string,
    source: NodeReading['source'],
    read: () => Promise<NodeReading>,
    clock: Clock,
  ) {
    this.name = name;
    this.source = source;
    this.#read = read;
    this.#clock = clock;
  }

  read(): Promise<NodeReading> {
    this.#atWork ??= this.#readAnew();
    return this.#atWork;
  }

  async readRecently(): Promise<NodeReading> {
    const age = this.#clock.now() - (this.#last?.at ?? Number.NEGATIVE_INFINITY);
    return this.#last && age >= 0 && age < RECENT ? this.#last.reading : this.read();
  }

  async #readAnew(): Promise<NodeReading> {
    try {
      const reading = await this.#read();
      this.#last = { at: this.#clock.now(), reading };
      return reading;
    } finally {
      this.#atWork = undefined;
    }
  }
}
