import { parseArgs } from 'node:util';
import { benchTable } from './bench-report.ts';
import { benchModules, loadFigures, selectFigures, takeFigures } from './bench-run.ts';
import { ROOT } from './run-step.ts';

const USAGE = 'npm run --silent bench -- <group>… [--smoke]';

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<number> {
  // Standard output holds the results and nothing else, whatever a module prints.
  console.log = console.error;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { smoke: { type: 'boolean', default: false } },
  });
  const figures = selectFigures(await loadFigures(benchModules(ROOT)), positionals);
  const { results, failed, leftOut } = await takeFigures(
    figures,
    { smoke: values.smoke, progress: say },
    (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  );
  say(`\n${benchTable(results, values.smoke)}`);
  if (leftOut.length > 0) say(`Left out, not to be taken at small size: ${leftOut.join(', ')}.`);
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}.`);
  return failed.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  say(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  process.exitCode = 2;
}
