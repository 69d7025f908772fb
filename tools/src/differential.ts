import { join } from 'node:path';
import { TwinDifferential } from '../real-cluster/src/collect/twin-differential.ts';
import { twinFigures, twinReport } from '../real-cluster/src/collect/twin-report.ts';
import { judgedWorldsFrom } from '../real-cluster/src/differential/judged-world.ts';
import { worldsFrom } from '../real-cluster/src/differential/random-world.ts';
import { RealDifferential } from '../real-cluster/src/differential/real-differential.ts';
import { reportOf } from '../real-cluster/src/differential/report.ts';
import { VerdictDifferential } from '../real-cluster/src/differential/verdict-differential.ts';
import { figuresOf, verdictReport } from '../real-cluster/src/differential/verdict-report.ts';
import { sequencesFrom } from '../real-cluster/src/request-differential/random-requests.ts';
import { RequestDifferential } from '../real-cluster/src/request-differential/request-differential.ts';
import {
  requestFigures,
  requestReport,
} from '../real-cluster/src/request-differential/request-report.ts';
import { type DifferentialFlags, differentialCommand } from './differential-command.ts';
import { ROOT } from './run-step.ts';

const { worlds, first, release, pace, verdicts, requests, collect } = differentialCommand()
  .parse()
  .opts<DifferentialFlags>();
const FOLDER = join(ROOT, 'test-results/differential');

const progress = (text: string): void => console.error(text);
if (requests) {
  const differential = await RequestDifferential.start();
  await run(differential, async () => {
    const figures = requestFigures(await differential.play(sequencesFrom(first, worlds)));
    return { report: requestReport(figures), isWrong: figures.differences.length > 0 };
  });
} else if (collect) {
  const differential = await TwinDifferential.start();
  await run(differential, async () => {
    const compared = await differential.compare(worldsFrom(first, worlds, pace), progress);
    const figures = twinFigures(compared);
    return { report: twinReport(figures), isWrong: figures.unexplained.length > 0 };
  });
} else if (verdicts) {
  const differential = await VerdictDifferential.start(release, { progress });
  await run(differential, async () => {
    const tried = await differential.tryWorlds(judgedWorldsFrom(first, worlds));
    const figures = figuresOf(tried);
    const keep = (): Promise<string[]> => differential.keep(tried, FOLDER);
    return { report: verdictReport(figures), isWrong: figures.unexplained.length > 0, keep };
  });
} else {
  const differential = await RealDifferential.start(release, { progress });
  await run(differential, async () => {
    const comparison = await differential.compare(worldsFrom(first, worlds, pace));
    const { mismatches } = comparison;
    const keep = (): Promise<string[]> => differential.keep(mismatches, FOLDER);
    return { report: reportOf(comparison), isWrong: mismatches.length > 0, keep };
  });
}

interface Result {
  readonly report: string;
  readonly isWrong: boolean;
  /** Writes what went wrong as scenario files; returns their paths. */
  readonly keep?: () => Promise<string[]>;
}

/** Prints the result and how long it took, and ends the clusters. */
async function run(
  differential: { stop(): Promise<void> },
  compare: () => Promise<Result>,
): Promise<void> {
  try {
    const started = performance.now();
    const { report, isWrong, keep } = await compare();
    console.log(report);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${seconds} s against ${release}`);
    for (const file of (await keep?.()) ?? []) console.log(file);
    process.exitCode = isWrong ? 1 : 0;
  } finally {
    await differential.stop();
  }
}
