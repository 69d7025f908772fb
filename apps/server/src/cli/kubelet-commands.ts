import type { Command } from 'commander';
import { addClusterOptions, collect } from './cluster-options.ts';
import type { End } from './exit-codes.ts';
import { addKubeletOptions } from './node-options.ts';
import type { NodeOptionValues } from './read-node.ts';
import {
  addTextOutput,
  example,
  formOf,
  outputOption,
  type TextOptionValues,
} from './read-options.ts';
import type { Terminal } from './terminal.ts';
import { untilStopped } from './until-stopped.ts';

/** Adds `kubelet` and what it can do; `end` gets the exit code. */
export function addKubelet(program: Command, terminal: Terminal, end: End): void {
  const kubelet = program
    .command('kubelet')
    .description('show what a node’s kubelet removes: containers, sandboxes, logs, images');
  addRun(kubelet, terminal, end);
  addPlan(kubelet, terminal);
}

function addRun(kubelet: Command, terminal: Terminal, end: End): void {
  const run = kubelet
    .command('run')
    .description('run kubelet scenario files')
    .argument('<file...>', 'YAML or JSON; - is standard input')
    .option('--release <release>', 'kubelet release to use instead of the one in the file');
  addTextOutput(run)
    .addHelpText('after', example('gcscope kubelet run dead-containers.yaml'))
    .action(async (files: string[], values: TextOptionValues & { release?: string }) => {
      const { runScenarioFiles } = await import('./scenario.ts');
      const { readKubeletScenario } = await import('../scenario-files/read-scenario.ts');
      const { release } = values;
      // A file of another kind is refused.
      const question = { output: formOf(values), read: readKubeletScenario, release };
      end(runScenarioFiles(files, question, terminal));
    });
}

interface PlanOptionValues extends NodeOptionValues {
  readonly output: 'text' | 'json' | 'svg' | 'reading';
  readonly json?: boolean;
  readonly for: string;
  readonly all?: boolean;
}

function addPlan(kubelet: Command, terminal: Terminal): void {
  const plan = kubelet
    .command('plan')
    .description('show what a node’s kubelet will remove, when and why; removes nothing')
    .option('--cri <socket>', 'read the container runtime of this machine, with read-only calls')
    .option('--crictl <file>', 'read a file with output of crictl -o json; repeatable', collect)
    .option('--node <name>', 'read a node through the API server, as far as you are allowed to')
    .option('--file <path>', 'read a saved NodeReading or a KubeletScenario; - is standard input')
    .option('--for <duration>', 'how far ahead to plan', '1h')
    .option('--all', 'also show what stays, and why')
    .addOption(outputOption(['text', 'json', 'svg', 'reading']))
    .option('--json', 'same as -o json')
    // The kubelet's own flags are long; by default commander then wraps nothing.
    .configureHelp({ minWidthToWrap: 25 });
  addClusterOptions(addKubeletOptions(plan))
    .addHelpText(
      'after',
      `${example('gcscope kubelet plan --cri /run/containerd/containerd.sock --config /var/lib/kubelet/config.yaml')}
  crictl ps -a -o json > ps.json; gcscope kubelet plan --crictl ps.json
  gcscope kubelet plan --node worker-1 -o reading > worker-1.json   (the page “Node” opens this file)`,
    )
    .action(async (values: PlanOptionValues) => {
      const { readNode } = await import('./read-node.ts');
      const { planText } = await import('./kubelet-plan.ts');
      const reading = await untilStopped(terminal.stop, readNode(values, terminal));
      const { for: horizon, all = false } = values;
      terminal.out(planText(reading, { output: formOf(values), horizon, all }));
    });
}
