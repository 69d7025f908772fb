import { type Command, Option } from 'commander';
import type { ClusterFlags } from '../cluster/access/connection.ts';
import type { ClusterInput } from './cluster-source.ts';

/** The options that say which cluster to read, as commander gives them. */
export interface ClusterOptionValues extends ClusterFlags {
  readonly embedded?: boolean;
  readonly embeddedScenario?: string;
}

/** For an option that may be repeated: all its values. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

/** Adds the cluster options; they are named as kubectl names them. */
export function addClusterOptions(command: Command): Command {
  return addKubeconfigOptions(command)
    .option(
      '-n, --namespace <name>',
      'namespace of the objects that you name; if you may not list all namespaces, gcscope reads only this one',
    )
    .option(
      '--embedded',
      'use the embedded cluster; --embedded=FILE starts it with the objects of a scenario file',
    )
    .addOption(new Option('--embedded-scenario <file>').hideHelp());
}

/** Adds those of the options that say which real cluster is meant, and as whom. */
export function addKubeconfigOptions(command: Command): Command {
  return command
    .option(
      '--kubeconfig <file>',
      'kubeconfig file to use instead of KUBECONFIG and ~/.kube/config',
    )
    .option('--context <name>', 'context of the kubeconfig (default: the current one)')
    .option('--as <user>', 'user to impersonate')
    .option('--as-group <group>', 'group to impersonate; repeatable', collect)
    .option('--request-timeout <duration>', 'time limit of one request: 30s, 1m, or 0 for none');
}

/**
 * `--embedded=FILE` is one word, while `--embedded deploy/web` means the embedded cluster and an object: an optional
 * value would swallow the object.
 */
export function splitEmbedded(words: readonly string[]): string[] {
  const prefix = '--embedded=';
  return words.map((word) =>
    word.startsWith(prefix) ? `--embedded-scenario=${word.slice(prefix.length)}` : word,
  );
}

/** The input that the options select. A kubeconfig or context takes precedence over `--embedded`, which `npm start` always gives. */
export function clusterInput(values: ClusterOptionValues): ClusterInput {
  const { kubeconfig, context } = values;
  const chosen = kubeconfig !== undefined || context !== undefined;
  if (!chosen && values.embeddedScenario !== undefined) {
    return { type: 'embedded', scenario: values.embeddedScenario };
  }
  if (!chosen && values.embedded) return { type: 'embedded' };
  return { type: 'kubeconfig', flags: values };
}

/** Whether the command line says nothing about the cluster. */
export function saysNothing(values: ClusterOptionValues): boolean {
  const { kubeconfig, context, as, embedded, embeddedScenario } = values;
  return [kubeconfig, context, as, embedded, embeddedScenario].every((each) => each === undefined);
}
