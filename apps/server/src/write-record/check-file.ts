import { createReadStream } from 'node:fs';
import { Chain, type ChainFault, type ChainReading } from './chain.ts';

/** Reads a record from a file, and only reads it; rejects with the error of the file system. */
export async function checkRecord(file: string): Promise<ChainReading | ChainFault> {
  const chain = new Chain();
  for await (const piece of createReadStream(file)) chain.read(piece);
  return chain.end();
}
