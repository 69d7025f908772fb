import { type Command, Option } from 'commander';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** Adds `kubelet` and what it can do; `end` gets the exit code. */
export function addKubelet(
  program: Command,
  terminal: Terminal,
  end: (code: ExitCode) => void,
): void {
  program
    .command('kubelet')
    .description('what the kubelet of a node removes: containers, sandboxes, logs, images')
    .command('run')
    .description('run kubelet scenario files')
    .argument('<file...>', 'YAML or JSON; - is standard input')
    .option('--release <release>', 'release of the kubelet, instead of the one that the file names')
    .addOption(
      new Option('-o, --output <form>', 'form of the answer')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--json', 'as -o json')
    .addHelpText('after', '\nExample:\n  gcscope kubelet run dead-containers.yaml')
    .action(
      async (
        files: string[],
        values: { output: 'text' | 'json'; json?: boolean; release?: string },
      ) => {
        const { runKubeletFiles } = await import('./kubelet.ts');
        const { release } = values;
        const output = values.json ? 'json' : values.output;
        end(
          runKubeletFiles(
            files,
            { output, ...(release === undefined ? {} : { release }) },
            terminal,
          ),
        );
      },
    );
}
