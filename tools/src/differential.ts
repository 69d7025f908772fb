import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERIES, USUAL_SERIES } from '../real-cluster/src/build-real-cluster.ts';
import { PACES, worldsFrom } from '../real-cluster/src/differential/random-world.ts';
import { RealDifferential } from '../real-cluster/src/differential/real-differential.ts';
import { reportOf } from '../real-cluster/src/differential/report.ts';
import { ROOT } from './run-step.ts';

// Plays random worlds on a real cluster and on the simulation, and keeps what goes otherwise as scenarios:
// `npm run differential -- --worlds 2000 --first 1 [--pace hasty] [--release v1.28]`.
const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    pace: { type: 'string' },
    release: { type: 'string', default: USUAL_SERIES },
  },
});
const FOLDER = join(ROOT, 'test-results/differential');

const count = wholeNumber('worlds', values.worlds);
const first = wholeNumber('first', values.first);
const series = oneOf('release', SERIES, values.release);
const pace = values.pace === undefined ? undefined : oneOf('pace', PACES, values.pace);

const differential = await RealDifferential.start(series, {
  progress: (text) => console.error(text),
});
try {
  const started = performance.now();
  const comparison = await differential.compare(worldsFrom(first, count, pace));
  console.log(reportOf(comparison));
  console.log(`${Math.round((performance.now() - started) / 1000)} s against ${series}`);
  for (const file of await differential.keep(comparison.mismatches, FOLDER)) console.log(file);
  process.exitCode = comparison.mismatches.length > 0 ? 1 : 0;
} finally {
  await differential.stop();
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
