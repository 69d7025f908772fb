import { loadavg } from 'node:os';
import { benchTable } from './bench-report.ts';
import { benchModules, loadFigures, selectFigures, takeFigures } from './bench-run.ts';
import { REFUSED, script } from './command-line.ts';
import { ROOT } from './run-step.ts';

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Figures of time say little while others use the machine. */
function sayLoad(): void {
  say(`Load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}.`);
}

async function main(): Promise<number> {
  // Standard output holds the results and nothing else, whatever a module prints.
  console.log = console.error;
  const command = script('--silent bench', 'Takes figures and prints each as a line of JSON.')
    .argument(
      '[name...]',
      'of figures, or of groups: what stands before the dot in the name of a figure (default: all)',
    )
    .option('--smoke', 'at small size, only to see that each figure runs')
    .option('--record <folder>', 'where soak writes its record (default: a temporary folder)')
    .parse();
  const { smoke = false, record } = command.opts<{ smoke?: true; record?: string }>();
  const figures = selectFigures(await loadFigures(benchModules(ROOT)), command.args);
  sayLoad();
  const { results, failed, leftOut } = await takeFigures(
    figures,
    { smoke, record, progress: say },
    (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  );
  say(`\n${benchTable(results, smoke)}`);
  sayLoad();
  if (leftOut.length > 0) say(`Left out, not to be taken at small size: ${leftOut.join(', ')}.`);
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}.`);
  return failed.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = REFUSED;
}
