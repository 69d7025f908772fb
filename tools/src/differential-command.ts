import { type Command, Option } from 'commander';
import { SERIES, type Series, USUAL_SERIES } from '../real-cluster/src/build-real-cluster.ts';
import { PACES, type Pace } from '../real-cluster/src/differential/random-world.ts';
import { script, wholeNumber } from './command-line.ts';

/** The options of `npm run differential`. */
export interface DifferentialFlags {
  readonly worlds: number;
  readonly first: number;
  readonly release: Series;
  readonly pace?: Pace;
  readonly verdicts?: true;
  readonly requests?: true;
  readonly collect?: true;
}

/** The command line of `npm run differential`. */
export function differentialCommand(): Command {
  return script(
    'differential',
    'Plays random worlds on a real cluster and in the simulation, and compares what becomes of them. ' +
      'Each difference is shrunk and kept as a scenario file. Needs Go 1.26 or newer.',
  )
    .option('--worlds <number>', 'how many worlds, or sequences of requests', wholeNumber, 100)
    .option('--first <seed>', 'seed of the first one; the others follow', wholeNumber, 1)
    .addOption(new Option('--pace <pace>', 'how fast users act (default: mixed)').choices(PACES))
    .addOption(
      new Option('--release <series>', 'Kubernetes release of the cluster')
        .choices(SERIES)
        .default(USUAL_SERIES),
    )
    .addOption(
      new Option(
        '--verdicts',
        'compare verdicts and forecasts with what the collector does',
      ).conflicts('pace'),
    )
    .addOption(
      new Option(
        '--requests',
        "compare the API servers' answers to random requests; no collector",
      ).conflicts(['pace', 'verdicts', 'release']),
    )
    .addOption(
      new Option(
        '--collect',
        'compare gcscope collect with the real collector: ends and requests on two clusters',
      ).conflicts(['verdicts', 'requests', 'release']),
    );
}
