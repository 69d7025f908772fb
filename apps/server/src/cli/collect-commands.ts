import { type Command, InvalidArgumentError, Option } from 'commander';
import { readGroupResources } from '../base/group-resources.ts';
import type { ClusterFlags } from '../cluster/access/connection.ts';
import { addKubeconfigOptions } from './cluster-options.ts';
import type { CollectQuestion } from './collect.ts';
import type { End } from './exit-codes.ts';
import { duration, WRITE_RECORD, wholeNumber } from './option-values.ts';
import { example } from './read-options.ts';
import type { Terminal } from './terminal.ts';

interface CollectValues extends ClusterFlags {
  readonly yesDelete?: boolean;
  readonly workers: number;
  readonly syncPeriod: number;
  readonly kubeApiQps: number;
  readonly kubeApiBurst: number;
  readonly ignore: readonly string[];
  readonly release?: string;
  readonly port: number;
  readonly leaderElect?: boolean;
  readonly besideControllerManager?: boolean;
  readonly v: number;
  readonly writeRecord?: string;
}

const HELP = `
The first line of standard output is the URL of /livez, /readyz, /metrics and
/debug/controllers/garbage-collector-controller/graph. /readyz answers 200 once every kind that is served is synced.`;

/** Adds `collect`; `end` is given the exit code. */
export function addCollect(program: Command, terminal: Terminal, end: End): void {
  const collect = program
    .command('collect')
    .description('collect garbage in a cluster that has no garbage collector')
    .option(
      '--yes-delete',
      'confirm that gcscope may delete objects; without it, gcscope lists what it would delete',
    )
    .option('--workers <number>', 'workers of each of the two queues', wholeNumber(1, 1000), 20)
    .addOption(
      new Option('--sync-period <duration>', 'how often to look for new kinds')
        .argParser(duration(100))
        .default(30_000, '30s'),
    )
    .option(
      '--kube-api-qps <number>',
      'requests per second, as kube-controller-manager counts them: its collector may send twice as many; 0 removes the limit',
      wholeNumber(0, 1_000_000),
      20,
    )
    .option(
      '--kube-api-burst <number>',
      'requests at once before --kube-api-qps limits them',
      wholeNumber(0, 1_000_000),
      30,
    )
    .addOption(
      new Option(
        '--ignore <list>',
        'resources to leave alone, as group/resource: apps/deployments,/pods',
      )
        .argParser(resources)
        .default([], 'none'),
    )
    .option('--release <release>', 'Kubernetes release to act like (default: that of the cluster)')
    .option(
      '--port <number>',
      'port on 127.0.0.1; 0 takes any free port',
      wholeNumber(0, 65_535),
      0,
    )
    .option('--leader-elect', 'collect only while holding the Lease kube-system/gcscope-collect')
    .option('--beside-controller-manager', 'start even if a controller manager renews its Lease')
    .option('-v, --v <level>', 'log level, as for a controller manager', level, 0)
    .option(...WRITE_RECORD);
  addKubeconfigOptions(collect)
    .addHelpText('after', HELP)
    .addHelpText('after', example('gcscope collect --yes-delete --kubeconfig envtest.kubeconfig'))
    .action(async (values: CollectValues) => {
      const { runCollect } = await import('./collect.ts');
      end(await runCollect(questionOf(values), terminal));
    });
}

function questionOf(values: CollectValues): CollectQuestion {
  const { yesDelete = false, kubeApiQps: qps, kubeApiBurst: burst, ignore: ignored } = values;
  const { leaderElect = false, besideControllerManager = false, release } = values;
  const { workers, syncPeriod, port, v: verbosity, writeRecord: recordFile } = values;
  return {
    flags: values,
    yesDelete,
    besideControllerManager,
    verbosity,
    release,
    recordFile,
    settings: { workers, syncPeriod, qps, burst, ignored, port, leaderElect },
  };
}

/** Also as `-v=5`, which people write for controller managers. */
function level(text: string): number {
  return wholeNumber(0, 10)(text.replace(/^=/, ''));
}

function resources(text: string, earlier: readonly string[]): readonly string[] {
  try {
    return [...earlier, ...readGroupResources(text)];
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
