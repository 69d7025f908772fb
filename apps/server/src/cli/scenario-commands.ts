import { type Command, InvalidArgumentError } from 'commander';
import {
  addKubeconfigOptions,
  type ClusterOptionValues,
  kubeconfigFlags,
} from './cluster-options.ts';
import { CommandError, EXIT, type ExitCode } from './exit-codes.ts';
import { example, outputOption, type TextOptionValues } from './read-options.ts';
import type { Terminal } from './terminal.ts';

interface ScenarioValues extends TextOptionValues, ClusterOptionValues {
  readonly release?: string;
  readonly cluster?: boolean;
  readonly yesCreateAndDelete?: boolean;
  /** Seconds. */
  readonly settleTimeout?: number;
}

/** Seconds. */
const SETTLE_TIMEOUT = 60;

const CLUSTER_HELP = `
With --cluster an automatic scenario is replayed on the cluster of the current context. Its namespaces, cluster-scoped objects
and custom kinds get generated names and carry the label gcscope.dev/run; whatever was created is deleted at the end. Of what
is expected, objects, onlyObjects and error are compared; what a real cluster cannot tell or do is skipped and named.`;

/** Adds \`scenario run\`; \`end\` is given the exit code. */
export function addScenario(
  program: Command,
  terminal: Terminal,
  end: (code: ExitCode) => void,
): void {
  const run = program
    .command('scenario')
    .description('run scenario files')
    .command('run')
    .description('run scenario files against the simulated cluster, or a real one')
    .argument('<file...>', 'YAML or JSON; - is standard input')
    .option('--release <release>', 'Kubernetes release, instead of the one that the file names')
    .addOption(outputOption(['text', 'json']))
    .option('--json', 'same as -o json')
    .option('--cluster', 'replay them on a real cluster; writes to it')
    .option('--yes-create-and-delete', 'confirm that it may create and delete objects there')
    .option('--settle-timeout <span>', 'time limit of a settle step there (default: 60s)', seconds);
  addKubeconfigOptions(run)
    .addHelpText('after', CLUSTER_HELP)
    .addHelpText(
      'after',
      example(
        'gcscope scenario run foreground-deletion.yaml\n  gcscope scenario run --cluster --yes-create-and-delete --context test foreground-deletion.yaml',
      ),
    )
    .action(async (files: string[], values: ScenarioValues) => {
      const output = values.json ? 'json' : values.output;
      const { release } = values;
      if (values.cluster) {
        requireConsent(values);
        const { replayScenarioFiles } = await import('./scenario-replay.ts');
        const settleWithin = (values.settleTimeout ?? SETTLE_TIMEOUT) * 1000;
        const question = { output, settleWithin, flags: kubeconfigFlags(values) };
        end(await replayScenarioFiles(files, question, terminal));
        return;
      }
      requireNoCluster(values);
      const { runScenarioFiles } = await import('./scenario.ts');
      end(
        runScenarioFiles(files, release === undefined ? { output } : { output, release }, terminal),
      );
    });
}

function requireConsent({ yesCreateAndDelete, release }: ScenarioValues): void {
  if (release !== undefined) {
    throw new CommandError(
      EXIT.usage,
      '--release cannot stand beside --cluster: a cluster follows the rules of its own release.',
    );
  }
  if (yesCreateAndDelete) return;
  throw new CommandError(
    EXIT.usage,
    '--cluster creates and deletes objects in the cluster of the current context; if that is what you want, add --yes-create-and-delete.',
  );
}

/** Without \`--cluster\` nothing of a cluster is looked at. */
function requireNoCluster(values: ScenarioValues): void {
  const { kubeconfig, context, as, asGroup, requestTimeout } = values;
  const { yesCreateAndDelete, settleTimeout } = values;
  const ofClusters = [kubeconfig, context, as, asGroup, requestTimeout];
  const given = [...ofClusters, yesCreateAndDelete, settleTimeout];
  if (given.every((each) => each === undefined)) return;
  throw new CommandError(
    EXIT.usage,
    'An option that is about a real cluster was given without --cluster: add it, or leave the option out.',
  );
}

function seconds(text: string): number {
  const [, amount = '', unit = 's'] = /^(\d{1,4})(s|m)?$/.exec(text) ?? [];
  if (amount === '') throw new InvalidArgumentError('It is a time span such as 30s or 2m.');
  return Number(amount) * (unit === 'm' ? 60 : 1);
}
