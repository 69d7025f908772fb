import type { Millis } from '@gcscope/gc-core/wire';
import { Argument, type Command } from 'commander';
import type { ClusterFlags } from '../cluster/access/connection.ts';
import { addKubeconfigOptions } from './cluster-options.ts';
import { type End, EXIT, usageError } from './exit-codes.ts';
import { duration, WRITE_RECORD } from './option-values.ts';
import { example, formOf, outputOption, type TextOptionValues } from './read-options.ts';
import type { Terminal } from './terminal.ts';

interface ScenarioValues extends TextOptionValues, ClusterFlags {
  readonly release?: string;
  readonly cluster?: boolean;
  readonly yesCreateAndDelete?: boolean;
  readonly settleTimeout?: Millis;
  readonly writeRecord?: string;
}

const SETTLE_TIMEOUT: Millis = 60_000;

const CLUSTER_HELP = `
With --cluster, gcscope runs automatic scenarios on the cluster of the current context. Their namespaces, cluster-scoped
objects and custom kinds get generated names and the label gcscope.dev/run. At the end, gcscope deletes everything that it
created. It compares error, message, objects and onlyObjects; it skips what a real cluster cannot show or do, and says
so.`;

/** Adds `scenario run` and `scenario schema`; `end` is given the exit code. */
export function addScenario(program: Command, terminal: Terminal, end: End): void {
  const scenario = program.command('scenario').description('run scenario files');
  scenario
    .command('schema')
    .description('print the JSON Schema of scenario files, for editors')
    .addArgument(
      new Argument('[kind]').choices(['Scenario', 'KubeletScenario']).default('Scenario'),
    )
    .action(async (kind: 'Scenario' | 'KubeletScenario') => {
      const { KUBELET_SCENARIO_SCHEMA, SCENARIO_SCHEMA } = await import('@gcscope/gc-core');
      const schema = kind === 'Scenario' ? SCENARIO_SCHEMA : KUBELET_SCENARIO_SCHEMA;
      terminal.out(`${JSON.stringify(schema, undefined, 2)}\n`);
      end(EXIT.answered);
    });
  const run = scenario
    .command('run')
    .description('run scenario files on a simulated cluster, or on a real one')
    .argument('<file...>', 'YAML or JSON; - is standard input')
    .option('--release <release>', 'Kubernetes release to use instead of the one in the file')
    .addOption(outputOption(['text', 'json']))
    .option('--json', 'same as -o json')
    .option('--cluster', 'run them on a real cluster; this writes to it')
    .option('--yes-create-and-delete', 'confirm that gcscope may create and delete objects there')
    .option(
      '--settle-timeout <duration>',
      'with --cluster: how long a step “settle” waits until nothing changes (default: 60s)',
      duration(0),
    )
    .option(...WRITE_RECORD);
  addKubeconfigOptions(run)
    .addHelpText('after', CLUSTER_HELP)
    .addHelpText(
      'after',
      example(
        'gcscope scenario run foreground-deletion.yaml\n  gcscope scenario run --cluster --yes-create-and-delete --context test foreground-deletion.yaml',
      ),
    )
    .action(async (files: string[], values: ScenarioValues) => {
      const output = formOf(values);
      if (values.cluster) {
        requireConsent(values);
        const { writeRecord: recordFile } = values;
        const { replayScenarioFiles } = await import('./scenario-replay.ts');
        const settleWithin = values.settleTimeout ?? SETTLE_TIMEOUT;
        const question = { output, settleWithin, flags: values, recordFile };
        end(await replayScenarioFiles(files, question, terminal));
        return;
      }
      requireNoCluster(values);
      const { runScenarioFiles } = await import('./scenario.ts');
      end(runScenarioFiles(files, { output, release: values.release }, terminal));
    });
}

function requireConsent({ yesCreateAndDelete, release }: ScenarioValues): void {
  if (release !== undefined) {
    throw usageError(
      'Use either --release or --cluster: a cluster follows the rules of its own release.',
    );
  }
  if (yesCreateAndDelete) return;
  throw usageError(
    '--cluster creates and deletes objects in the cluster of the current context. If you want that, add --yes-create-and-delete.',
  );
}

/** Without `--cluster`, options for a real cluster are refused. */
function requireNoCluster(values: ScenarioValues): void {
  const { kubeconfig, context, as, asGroup, requestTimeout } = values;
  const { yesCreateAndDelete, settleTimeout, writeRecord } = values;
  const ofClusters = {
    '--kubeconfig': kubeconfig,
    '--context': context,
    '--as': as,
    '--as-group': asGroup,
    '--request-timeout': requestTimeout,
    '--yes-create-and-delete': yesCreateAndDelete,
    '--settle-timeout': settleTimeout,
    '--write-record': writeRecord,
  };
  const [option] = Object.entries(ofClusters).find(([, value]) => value !== undefined) ?? [];
  if (option === undefined) return;
  throw usageError(`${option} needs --cluster: add it, or leave ${option} out.`);
}
