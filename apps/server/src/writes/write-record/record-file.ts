import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Chain, type ChainReading } from './chain.ts';
import { RecordBrokenError, unwritten } from './errors.ts';

interface Waiting {
  readonly bytes: Buffer;
  /** Whether a request waits until it is on disk. */
  readonly durable: boolean;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

/** A file to which whole lines are appended. Lines that come while it is busy are written together, with one flush of the disk. */
export class RecordFile {
  /** The content before this process. */
  readonly before: ChainReading;
  readonly #path: string;
  readonly #handle: FileHandle;
  /** The size that it must have, as no other process writes to it; a device has none. */
  #size: number | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #fault: Error | undefined;

  private constructor(
    path: string,
    handle: FileHandle,
    size: number | undefined,
    before: ChainReading,
  ) {
    this.#path = path;
    this.#handle = handle;
    this.#size = size;
    this.before = before;
  }

  /** Opens a record or begins one. Rejects with `RecordUnwrittenError`, or with `RecordBrokenError` for a file that is no whole record. */
  static async open(path: string): Promise<RecordFile> {
    const handle = await opened(path);
    try {
      const about = await handle.stat();
      const size = about.isFile() ? about.size : undefined;
      const chain = new Chain();
      if (size !== undefined && size > 0) {
        for await (const piece of handle.createReadStream({ start: 0, autoClose: false })) {
          chain.read(piece);
        }
      }
      const before = chain.end();
      if ('fault' in before) {
        throw new RecordBrokenError(
          `gcscope does not continue the record of writes ${path}. ${before.fault} Keep the file for the investigation, and name another one with --write-record.`,
        );
      }
      return new RecordFile(path, handle, size, before);
    } catch (error) {
      await handle.close();
      throw error instanceof RecordBrokenError ? error : unwritten(path, error);
    }
  }

  /** Appends a line. Resolves once it is written, a durable one once it is on disk; rejects with `RecordUnwrittenError`. */
  append(line: string, durable: boolean): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ bytes: Buffer.from(`${line}\n`), durable, done, failed });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Writes what waits, and lets the file go. */
  async close(): Promise<void> {
    await this.#writing;
    try {
      if (!this.#fault && this.#size !== undefined) await this.#handle.datasync();
    } finally {
      await this.#handle.close();
    }
  }

  async #writeAll(): Promise<void> {
    // More may come in this turn.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#write(batch);
    }
    this.#writing = undefined;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      if (this.#fault) throw this.#fault;
      await this.#requireAlone();
      const bytes = Buffer.concat(batch.map((each) => each.bytes));
      await this.#appendWhole(
        bytes,
        batch.some(({ durable }) => durable),
      );
      for (const { done } of batch) done();
    } catch (error) {
      const fault = this.#fault ?? unwritten(this.#path, error);
      this.#fault = fault;
      for (const { failed } of batch) failed(fault);
    }
  }

  /** Two programs on one file would each continue the chain from the same line. */
  async #requireAlone(): Promise<void> {
    if (this.#size === undefined) return;
    const { size } = await this.#handle.stat();
    if (size === this.#size) return;
    this.#size = undefined;
    throw new Error('another program changes it');
  }

  /** All of it or, as far as the disk lets us, none of it: nothing of it was acted upon. */
  async #appendWhole(bytes: Buffer, durable: boolean): Promise<void> {
    try {
      await this.#handle.appendFile(bytes);
      if (durable) await this.#handle.datasync();
    } catch (error) {
      if (this.#size !== undefined) await this.#handle.truncate(this.#size).catch(() => undefined);
      throw error;
    }
    if (this.#size !== undefined) this.#size += bytes.length;
  }
}

/** For reading and appending, by its owner only. */
async function opened(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
  try {
    const handle = await open(path, flags, 0o600);
    await flushFolder(dirname(path));
    return handle;
  } catch (error) {
    throw unwritten(path, error);
  }
}

/** A new file is lost with the machine's power until its folder is on disk, too. Not every folder can be opened for that. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
