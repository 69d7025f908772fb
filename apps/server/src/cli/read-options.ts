import { type Command, Option } from 'commander';
import { addClusterOptions, collect } from './cluster-options.ts';

export interface TextOptionValues {
  readonly output: 'text' | 'json';
  readonly json?: boolean;
}

/** Adds the options that say what to read: a cluster, or a saved snapshot. */
export function addReadOptions(command: Command): Command {
  return addClusterOptions(command)
    .option('--file <path>', 'read a saved snapshot instead; - is standard input', collect)
    .option('--strict', 'exit with 4 if some kinds could not be read')
    .addOption(
      new Option(
        '--release <release>',
        'Kubernetes release whose rules apply (default: the one nearest to the cluster’s version)',
      ),
    );
}

/** Adds `-o text|json` and `--json`. */
export function addTextOutput(command: Command): Command {
  return command.addOption(outputOption(['text', 'json'])).option('--json', 'same as -o json');
}

/** The form that was chosen: `--json` stands for `-o json`. */
export function formOf<Form extends string>(values: {
  readonly output: Form;
  readonly json?: boolean;
}): Form | 'json' {
  return values.json ? 'json' : values.output;
}

/** `-o` with the forms of a command; the first is the default. */
export function outputOption(forms: readonly string[]): Option {
  return new Option('-o, --output <format>', 'output format').choices(forms).default(forms[0]);
}

/** An example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  ${line}`;
}
