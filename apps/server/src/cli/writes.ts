import { createReadStream } from 'node:fs';
import { counted } from '@gcscope/gc-core/wire';
import { whyUnreadable } from '../base/read-file.ts';
import { Chain, type ChainFault, type ChainReading } from '../writes/write-record/chain.ts';
import { EXIT, type ExitCode, usageError } from './exit-codes.ts';
import { jsonOf, textOf } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** Says whether the record in this file is whole. */
export async function checkWrites(
  file: string,
  output: 'text' | 'json',
  terminal: Terminal,
): Promise<ExitCode> {
  const read = await checkRecord(file).catch((error: unknown) => {
    throw usageError(`The record ${file} cannot be read: ${whyUnreadable(error)}.`);
  });
  const isWhole = !('fault' in read);
  if (output === 'json') {
    terminal.out(jsonOf('WriteCheck', { file, whole: isWhole, ...read }));
    return isWhole ? EXIT.answered : EXIT.no;
  }
  if ('fault' in read) {
    terminal.out(textOf([read.fault]));
    return EXIT.no;
  }
  const { writes, unanswered, seq, last } = read;
  const end = seq === 0 ? 'The file is empty.' : `Line ${seq}, the last one, has the hash ${last}.`;
  terminal.out(
    textOf([
      `${counted(writes, 'write')}, ${unanswered} without an answer; the chain is whole.`,
      end,
    ]),
  );
  return EXIT.answered;
}

async function checkRecord(file: string): Promise<ChainReading | ChainFault> {
  const chain = new Chain();
  for await (const piece of createReadStream(file)) chain.read(piece);
  return chain.end();
}
