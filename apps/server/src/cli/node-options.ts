import type { Command } from 'commander';
import type { KnownSettings } from '../node-source/kubelet-settings.ts';

/** Options with settings of the kubelet, as commander parses them. */
export interface KubeletOptionValues
  extends Readonly<Partial<Record<(typeof KUBELET_FLAGS)[number][1], string>>> {
  readonly release?: string;
  readonly config?: string | undefined;
  readonly kubeletStartedAt?: string;
}

/** A kubelet's own flags, and the option that each becomes. */
export const KUBELET_FLAGS = [
  ['--minimum-container-ttl-duration', 'minimumContainerTtlDuration'],
  ['--maximum-dead-containers-per-container', 'maximumDeadContainersPerContainer'],
  ['--maximum-dead-containers', 'maximumDeadContainers'],
  ['--image-gc-high-threshold', 'imageGcHighThreshold'],
  ['--image-gc-low-threshold', 'imageGcLowThreshold'],
  ['--minimum-image-ttl-duration', 'minimumImageTtlDuration'],
] as const;

/** Adds the options with settings of the kubelet; flags have the kubelet’s own names. */
export function addKubeletOptions(command: Command): Command {
  command
    .option('--release <version>', 'version of the kubelet: v1.32.10, or a release such as v1.28')
    .option('--config <file>', 'KubeletConfiguration, or output of the kubelet’s configz endpoint')
    .option('--kubelet-started-at <time>', 'start time of the kubelet: 2026-01-01T00:00:00Z');
  for (const [flag] of KUBELET_FLAGS)
    command.option(`${flag} <value>`, 'same as the kubelet’s flag');
  return command;
}

/** The settings in the options. Rejects with `NodeInputError`. */
export async function settingsOf(values: KubeletOptionValues): Promise<KnownSettings> {
  const { release, config, kubeletStartedAt: startedAt } = values;
  const flags = KUBELET_FLAGS.flatMap(([flag, option]) => {
    const value = values[option];
    return value === undefined ? [] : [`${flag}=${value}`];
  });
  const configuration = await configurationOf(config);
  return { flags, release, startedAt, configuration };
}

async function configurationOf(file: string | undefined): Promise<KnownSettings['configuration']> {
  if (file === undefined) return undefined;
  const { readKubeletConfiguration } = await import('../node-source/kubelet-configuration.ts');
  return readKubeletConfiguration(file);
}
