import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERIES, USUAL_SERIES } from '../real-cluster/src/build-real-cluster.ts';
import { judgedWorldsFrom } from '../real-cluster/src/differential/judged-world.ts';
import { PACES, worldsFrom } from '../real-cluster/src/differential/random-world.ts';
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
import { ROOT } from './run-step.ts';

// Plays random worlds on a real cluster and on the simulation, and keeps what goes otherwise as scenarios:
// `npm run differential -- --worlds 2000 --first 1 [--pace hasty] [--release v1.28]`. With `--verdicts` the collector has to
// do what is said of every object, and what is foretold of a deletion. With `--requests` there is no collector: random
// sequences of requests are sent to a real API server and to the simulated one.
const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    pace: { type: 'string' },
    release: { type: 'string', default: USUAL_SERIES },
    verdicts: { type: 'boolean', default: false },
    requests: { type: 'boolean', default: false },
  },
});
const FOLDER = join(ROOT, 'test-results/differential');

const count = wholeNumber('worlds', values.worlds);
const first = wholeNumber('first', values.first);
const series = oneOf('release', SERIES, values.release);
const pace = values.pace === undefined ? undefined : oneOf('pace', PACES, values.pace);

if (values.verdicts && pace) refuse('--pace does not go with --verdicts.');
if (values.requests && (pace || values.verdicts || series !== USUAL_SERIES)) {
  refuse('--requests goes with --worlds and --first only.');
}

const progress = (text: string): void => console.error(text);
if (values.requests) await compareRequests();
else if (values.verdicts) await compareVerdicts();
else await compareCourses();

async function compareCourses(): Promise<void> {
  const differential = await RealDifferential.start(series, { progress });
  try {
    const started = performance.now();
    const comparison = await differential.compare(worldsFrom(first, count, pace));
    console.log(reportOf(comparison));
    console.log(`${secondsSince(started)} s against ${series}`);
    for (const file of await differential.keep(comparison.mismatches, FOLDER)) console.log(file);
    process.exitCode = comparison.mismatches.length > 0 ? 1 : 0;
  } finally {
    await differential.stop();
  }
}

async function compareRequests(): Promise<void> {
  const differential = await RequestDifferential.start();
  try {
    const started = performance.now();
    const figures = requestFigures(await differential.play(sequencesFrom(first, count)));
    console.log(requestReport(figures));
    console.log(`${secondsSince(started)} s against ${series}`);
    process.exitCode = figures.differences.length > 0 ? 1 : 0;
  } finally {
    await differential.stop();
  }
}

async function compareVerdicts(): Promise<void> {
  const differential = await VerdictDifferential.start(series, { progress });
  try {
    const started = performance.now();
    const tried = await differential.tryWorlds(judgedWorldsFrom(first, count));
    const figures = figuresOf(tried);
    console.log(verdictReport(figures));
    console.log(`${secondsSince(started)} s against ${series}`);
    for (const file of await differential.keep(tried, FOLDER)) console.log(file);
    process.exitCode = figures.unexplained.length > 0 ? 1 : 0;
  } finally {
    await differential.stop();
  }
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}

function oneOf<T extends string>(option: string, known: readonly T[], asked: string): T {
  const found = known.find((each) => each === asked);
  return found ?? refuse(`--${option} is one of ${known.join(', ')}, not ${asked}.`);
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0
    ? number
    : refuse(`--${option} is a whole number from 1, not ${text}.`);
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
