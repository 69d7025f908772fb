import type { Command } from 'commander';
import type { End } from './exit-codes.ts';
import { addTextOutput, example, formOf, type TextOptionValues } from './read-options.ts';
import type { Terminal } from './terminal.ts';

const HELP = `
Exit code 1: a line was changed, removed, inserted, moved or torn; the first such line is printed.

The chain shows changes within the file. It cannot show that the last line was changed, that whole lines at the end are
missing, or that the whole file was written again. To find such changes, keep the printed hash of the last line elsewhere.
Later it must still be the hash of the last line, or the "previous" of a line that was added after it.`;

/** Adds `writes check`; `end` is given the exit code. */
export function addWrites(program: Command, terminal: Terminal, end: End): void {
  const check = program
    .command('writes')
    .description('check the record of writes (--write-record)')
    .command('check')
    .description('check that no line of the record was changed')
    .argument('<file>', 'the file that --write-record named');
  addTextOutput(check)
    .addHelpText('after', HELP)
    .addHelpText('after', example('gcscope writes check writes.jsonl'))
    .action(async (file: string, values: TextOptionValues) => {
      const { checkWrites } = await import('./writes.ts');
      end(await checkWrites(file, formOf(values), terminal));
    });
}
